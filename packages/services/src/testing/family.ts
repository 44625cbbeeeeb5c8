import { newId, query, sql } from "@korki/db";
import { addDays, BILLING_MODES, type CivilDate, type LessonStatus, today, weekdayOf } from "@korki/domain";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { answerApproval, listApprovals } from "../approvals/approvals";
import { setPayerMode } from "../bills/billing-settings";
import { decideOverdue, withdrawBill } from "../bills/manage-bill";
import { payBillByHand } from "../bills/pay-bill";
import { answerLateCancellation } from "../cancellation/answer-late-cancellation";
import { waiveCharge } from "../cancellation/waive-charge";
import { addClosure } from "../closures/add-closure";
import { previewClosure } from "../closures/preview-closure";
import type { ActorCtx, Services } from "../context";
import { ServiceError } from "../errors";
import { listGuardianships, saveGuardianship } from "../families/guardianships";
import { adjustLedger } from "../ledger/adjust-ledger";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { completeLesson, markStudentAbsent } from "../lessons/mark-outcome";
import { placeOrder } from "../orders/place-order";
import { settleOrder } from "../orders/settle-order";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { setPrice } from "../prices/prices";
import { answerMove } from "../series/answer-move";
import { confirmSeries } from "../series/confirm-series";
import { createSeries, previewSeries } from "../series/create-series";
import { endSeries } from "../series/end-series";
import { moveSeries, previewMove } from "../series/move-series";
import { makeStudentOf, makeTeacher } from "./classroom";
import type { FakeProvider } from "./fake-provider";
import { makeGuardian } from "./families";
import { makePerson, type Person, personCtx } from "./people";
import { random } from "./random";

const PAIRS = [
  { subject: "Matematyka", level: "liceumP" },
  { subject: "Fizyka", level: "szkolaP" },
] as const;

type Step = readonly [name: string, weight: number, run: () => Promise<unknown>];

type LessonFacts = {
  lessonId: string;
  studentId: string;
  date: CivilDate;
  status: LessonStatus;
  charged: boolean;
  isUndecided: boolean;
  seriesId: string | null;
};

/** Who administers, and a package on offer. */
type Shared = { admin: Person; packageId: string };

/** What a family did, by the names of steps, and the money that came from it in złoty. */
export type FamilyTally = { done: Record<string, number>; refused: number; received: number };

/**
 * A family with its teacher, and what it does at random: one or two children, none, one or two parents who pay. Refused
 * steps are part of its life.
 */
export class Family {
  readonly tally: FamilyTally = { done: {}, refused: 0, received: 0 };
  readonly #services: Services;
  readonly #next: () => number;
  #steps: readonly Step[] = [];
  readonly #shared: Shared;
  children: readonly Person[] = [];
  #parents: readonly Person[] = [];
  #teacher: Person | null = null;

  constructor(services: Services, seed: number, shared: Shared) {
    this.#services = services;
    this.#next = random(seed);
    this.#shared = shared;
  }

  /** Makes its people and decides how it is charged. */
  async settle(): Promise<void> {
    const services = this.#services;
    const teacher = await makeTeacher(services);
    this.#teacher = teacher;
    const count = this.#next() < 0.35 ? 2 : 1;
    this.children = await Promise.all(Array.from({ length: count }, () => makeStudentOf(services, teacher)));
    const parents = Math.floor(this.#next() * 3);
    this.#parents = await Promise.all(Array.from({ length: parents }, () => makePerson(services, "Parent")));
    for (const child of this.children)
      for (const [at, parent] of this.#parents.entries())
        await makeGuardian(services, parent, child, { isPayer: at === 0 });
    for (const payer of this.#parents.length > 0 ? this.#parents : this.children)
      await setPayerMode(this.#asAdmin, { payerId: payer.id, mode: this.#pick(BILLING_MODES) });
    this.#steps = this.#allSteps().flatMap((step) => Array.from({ length: step[1] }, () => step));
  }

  /** Does a number of random things, by several callers at once. */
  async live(steps: number, callers: number): Promise<void> {
    let left = steps;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left > 0) {
          left -= 1;
          const [name, , run] = this.#pick(this.#steps);
          await this.#attempt(name, run);
        }
      }),
    );
  }

  /** The teacher says what became of the lessons that have taken place; of some nothing is said. */
  async hold(): Promise<void> {
    const day = this.#today();
    const rows = await query<{ lessonId: string }>(
      this.#services.db,
      sql`SELECT id AS "lessonId" FROM lessons WHERE teacher_id = ${this.#teacher?.id ?? null}::uuid
             AND deleted_at IS NULL AND status = 'Potwierdzona' AND date < ${day}::date ORDER BY date, block`,
    );
    for (const lesson of rows) {
      const luck = this.#next();
      if (luck < 0.85) await this.#attempt("held", () => completeLesson(this.#asTeacher, lesson));
      else if (luck < 0.95) await this.#attempt("absence", () => markStudentAbsent(this.#asTeacher, lesson));
    }
  }

  async #attempt(name: string, run: () => Promise<unknown>): Promise<void> {
    try {
      if ((await run()) === null) return;
      this.tally.done[name] = (this.tally.done[name] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.tally.refused += 1;
    }
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#next() * items.length)] as T;
  }
  #some<T>(items: readonly T[]): T | null {
    return items.length === 0 ? null : this.#pick(items);
  }
  #chance(share: number): boolean {
    return this.#next() < share;
  }
  #upTo(most: number): number {
    return Math.floor(this.#next() * most);
  }
  #today(): CivilDate {
    return today(this.#services.now());
  }
  #soon(days: number): CivilDate {
    return addDays(this.#today(), 1 + this.#upTo(days));
  }
  get #asAdmin(): ActorCtx {
    return personCtx(this.#services, this.#shared.admin);
  }
  get #asTeacher(): ActorCtx {
    if (!this.#teacher) throw new Error("the family has not settled");
    return personCtx(this.#services, this.#teacher);
  }
  /** A parent, or the child itself. */
  #asHome(child: Person): ActorCtx {
    const parent = this.#some(this.#parents);
    return personCtx(this.#services, parent && this.#chance(0.7) ? parent : child);
  }

  async #lessons(): Promise<LessonFacts[]> {
    return query<LessonFacts>(
      this.#services.db,
      sql`SELECT id AS "lessonId", student_id AS "studentId", date, status, charged, series_id AS "seriesId",
                 late_decision IS NOT NULL AS "isUndecided"
            FROM lessons WHERE teacher_id = ${this.#teacher?.id ?? null}::uuid AND deleted_at IS NULL
             AND date >= ${addDays(this.#today(), -20)}::date ORDER BY date, block, id LIMIT 60`,
    );
  }

  async #someLesson(fits: (lesson: LessonFacts) => boolean): Promise<LessonFacts | null> {
    return this.#some((await this.#lessons()).filter(fits));
  }

  /** Unpaid bills of the family. */
  async #someBill(): Promise<{ id: string; payerId: string; left: number } | null> {
    const people = [...this.#parents, ...this.children].map(({ id }) => id);
    return this.#some(
      await query<{ id: string; payerId: string; left: number }>(
        this.#services.db,
        sql`SELECT id, payer_id AS "payerId", (amount - paid)::int AS "left" FROM bills
             WHERE payer_id = ANY (${people}::uuid[]) AND status IN ('open', 'half')`,
      ),
    );
  }

  /** Pays an order that the provider was told of. */
  async #payOnline(order: { id: string; amount: number; status: string }): Promise<unknown> {
    const provider = this.#services.payments as FakeProvider;
    if (order.status !== "open") return null;
    const outcome = await settleOrder(this.#services, provider, provider.pay(order.id, order.amount).payment);
    if (outcome !== "booked") return null;
    this.tally.received += order.amount;
    return outcome;
  }

  #allSteps(): readonly Step[] {
    const payer = (id: string): Person =>
      this.#pick([...this.#parents, ...this.children].filter((p) => p.id === id));
    return [
      ["series", 9, () => this.#bookSeries()],
      ["booking", 9, () => this.#book()],
      ["confirmation", 8, async () => this.#confirm()],
      ["cancellation at home", 6, async () => this.#cancel()],
      [
        "cancellation by the teacher",
        2,
        async () => {
          const lesson = await this.#someLesson(({ status }) => status === "Potwierdzona");
          return lesson && cancelLesson(this.#asTeacher, lesson);
        },
      ],
      [
        "waiver",
        2,
        async () => {
          const lesson = await this.#someLesson(({ charged }) => charged);
          return lesson && waiveCharge(this.#asAdmin, { lessonId: lesson.lessonId, reason: "choroba" });
        },
      ],
      [
        "late decision",
        2,
        async () => {
          const lesson = await this.#someLesson(({ isUndecided }) => isUndecided);
          return (
            lesson &&
            answerLateCancellation(this.#asTeacher, { lessonId: lesson.lessonId, charge: this.#chance(0.5) })
          );
        },
      ],
      [
        "move of a lesson",
        4,
        async () => {
          const lesson = await this.#someLesson(
            ({ status }) => status.startsWith("Potw") || status.startsWith("Nie"),
          );
          const to = { date: this.#soon(25), block: this.#upTo(14) };
          return lesson && updateLessonAsAdmin(this.#asAdmin, { id: lesson.lessonId, ...to });
        },
      ],
      ["move of a series", 3, async () => this.#moveSeries()],
      [
        "end of a series",
        1,
        async () => {
          const lesson = await this.#someLesson(({ seriesId }) => seriesId !== null);
          const ctx = this.#chance(0.5) ? this.#asTeacher : this.#asAdmin;
          return lesson?.seriesId && endSeries(ctx, { seriesId: lesson.seriesId, from: this.#soon(20) });
        },
      ],
      ["closure", 2, async () => this.#close()],
      [
        "price",
        2,
        () => {
          const studentId = this.#pick(this.children).id;
          const pair = { level: this.#pick(PAIRS).level, price: 40 + this.#upTo(80), rate: 40 };
          return setPrice(this.#asAdmin, { studentId, teacherId: this.#teacher?.id ?? null, ...pair });
        },
      ],
      ["transfer", 5, () => this.#transfer({})],
      ["transfer that expires", 3, () => this.#transfer({ expiresOn: this.#soon(45) })],
      ["package by hand", 2, () => this.#transfer({ packageId: this.#shared.packageId })],
      [
        "package online",
        2,
        async () => {
          const child = this.#pick(this.children);
          const items = [{ packageId: this.#shared.packageId, subject: PAIRS[0].subject }];
          return this.#payOnline(await this.#order(child, { items }));
        },
      ],
      [
        "what is due, online",
        6,
        async () => this.#payOnline(await this.#order(this.#pick(this.children), { due: true })),
      ],
      [
        "bill online",
        6,
        async () => {
          const bill = await this.#someBill();
          const half = this.#chance(0.4) ? { half: true } : {};
          return (
            bill &&
            this.#payOnline(
              await placeOrder(personCtx(this.#services, payer(bill.payerId)), { billId: bill.id, ...half }),
            )
          );
        },
      ],
      ["bill by transfer", 7, async () => this.#payBill()],
      ["void", 2, async () => this.#void()],
      [
        "bill withdrawn",
        1,
        async () => {
          const bill = await this.#someBill();
          return bill && withdrawBill(this.#asAdmin, { id: bill.id, reason: "pomyłka" });
        },
      ],
      [
        "unpaid bill",
        1,
        async () => {
          const bill = await this.#someBill();
          return (
            bill &&
            decideOverdue(this.#asAdmin, { id: bill.id, action: this.#pick(["wait", "release"] as const) })
          );
        },
      ],
      [
        "mode",
        1,
        () => {
          const people = this.#parents.length > 0 ? this.#parents : this.children;
          return setPayerMode(this.#asAdmin, {
            payerId: this.#pick(people).id,
            mode: this.#pick(BILLING_MODES),
          });
        },
      ],
      ["other payer", 1, async () => this.#changePayer()],
      ["answer to a child", 2, () => this.#answerChild()],
      [
        "correction",
        1,
        () => {
          const studentId = this.#pick(this.children).id;
          const quantity = this.#upTo(5) - 2 || 1;
          return adjustLedger(this.#asAdmin, {
            studentId,
            ...this.#pick(PAIRS),
            quantity,
            description: "korekta",
          });
        },
      ],
    ];
  }

  async #bookSeries(): Promise<unknown> {
    const { db } = this.#services;
    const [{ running } = { running: 0 }] = await query<{ running: number }>(
      db,
      sql`SELECT count(*)::int AS running FROM series WHERE teacher_id = ${this.#teacher?.id ?? null}::uuid
             AND last_date > ${addDays(this.#today(), 14)}::date`,
    );
    if (running > this.children.length) return null;
    const child = this.#pick(this.children);
    const from = this.#soon(9);
    const wanted = {
      ...{ ...this.#pick(PAIRS), weekday: weekdayOf(from), block: this.#upTo(14), from },
      ...{
        to: addDays(from, 14 + this.#upTo(120)),
        everyWeeks: this.#chance(0.25) ? (2 as const) : (1 as const),
      },
      ...{ description: "", studentId: child.id, teacherId: this.#teacher?.id ?? newId() },
    };
    const isByTeacher = this.#chance(0.5);
    const ctx = isByTeacher ? this.#asTeacher : this.#asHome(child);
    const { teacherId: _, ...ofTeacher } = wanted;
    const body = isByTeacher ? ofTeacher : wanted;
    const { token } = await previewSeries(ctx, body);
    const made = await createSeries(ctx, { ...body, token });
    if (ctx.actor.id === child.id && this.#chance(0.8))
      await this.#attempt("answer to a child", () => this.#answerChild());
    return made;
  }

  #book(): Promise<unknown> {
    const child = this.#pick(this.children);
    const teacherId = this.#teacher?.id ?? newId();
    const slot = { date: this.#soon(20), block: this.#upTo(14) };
    return bookLesson(this.#asHome(child), {
      ...{ teacherId, studentId: child.id, ...slot, ...this.#pick(PAIRS), description: "" },
    });
  }

  async #confirm(): Promise<unknown> {
    const lesson = await this.#someLesson(({ status }) => status === "Nie potwierdzona");
    if (lesson?.seriesId) return confirmSeries(this.#asTeacher, { seriesId: lesson.seriesId });
    return lesson && confirmLesson(this.#asTeacher, lesson);
  }

  async #cancel(): Promise<unknown> {
    // Half of them too late.
    const lastDay = this.#chance(0.5) ? addDays(this.#today(), 3) : "9999-12-31";
    const lesson = await this.#someLesson(({ status, date }) => status === "Potwierdzona" && date <= lastDay);
    const child = this.children.find(({ id }) => id === lesson?.studentId);
    return lesson && child ? cancelLesson(this.#asHome(child), lesson) : null;
  }

  async #moveSeries(): Promise<unknown> {
    const lesson = await this.#someLesson(({ seriesId }) => seriesId !== null);
    const child = this.children.find(({ id }) => id === lesson?.studentId);
    if (!lesson?.seriesId || !child) return null;
    const ctx = this.#chance(0.5) ? this.#asTeacher : this.#asHome(child);
    const from = this.#soon(14);
    const body = { seriesId: lesson.seriesId, from, weekday: weekdayOf(addDays(from, this.#upTo(7))) };
    const wanted = { ...body, block: this.#upTo(14) };
    const { token } = await previewMove(ctx, wanted);
    const { id: seriesId, move } = await moveSeries(ctx, { ...wanted, token });
    if (!move || this.#chance(0.3)) return seriesId;
    const answer = this.#chance(0.7) ? ("accept" as const) : ("decline" as const);
    return answerMove(this.#asTeacher, { seriesId, moveId: move.id, answer });
  }

  /** The teacher is away for some days; lessons are cancelled or stay. */
  async #close(): Promise<unknown> {
    const from = this.#soon(20);
    const absence = { from, to: addDays(from, this.#upTo(6)), label: "urlop" };
    const body = { scope: "teacher" as const, teacherId: this.#teacher?.id ?? null, ...absence };
    const { affected, token } = await previewClosure(this.#asAdmin, body);
    const decisions = affected.map(({ id: lessonId }) => ({
      lessonId,
      action: this.#chance(0.7) ? ("cancel" as const) : ("keep" as const),
    }));
    return addClosure(this.#asAdmin, { ...body, decisions, token });
  }

  async #transfer(more: { expiresOn?: CivilDate; packageId?: string }): Promise<unknown> {
    const lessonAmount = 1 + this.#upTo(6);
    const moneyAmount = lessonAmount * (50 + this.#upTo(50));
    const child = { studentId: this.#pick(this.children).id, description: "przelew" };
    const pair = this.#pick(PAIRS);
    const made = await addPayment(
      this.#asAdmin,
      { ...child, ...pair, ...more, moneyAmount, lessonAmount },
      null,
    );
    this.tally.received += moneyAmount;
    return made;
  }

  #order(child: Person, wanted: Pick<Parameters<typeof placeOrder>[1], "items" | "due">) {
    const ctx = this.#asHome(child);
    const isNamed = ctx.actor.role === "Parent" && !(wanted.due && this.#chance(0.4));
    return placeOrder(ctx, { ...(isNamed && { studentId: child.id }), ...wanted });
  }

  /** All of a bill, a part of it, or too much. */
  async #payBill(): Promise<unknown> {
    const bill = await this.#someBill();
    if (!bill) return null;
    const luck = this.#next();
    const moneyAmount =
      luck < 0.5 ? bill.left : luck < 0.85 ? 1 + this.#upTo(bill.left) : bill.left + this.#upTo(300);
    if (moneyAmount < 1) return null;
    const paid = await payBillByHand(this.#asAdmin, { billId: bill.id, moneyAmount }, null);
    this.tally.received += moneyAmount;
    return paid;
  }

  /** Voids a payment; of one that a balance helped to pay nobody knows from outside how much money came. */
  async #void(): Promise<unknown> {
    const children = this.children.map(({ id }) => id);
    const payment = this.#some(
      await query<{ id: string; money: number }>(
        this.#services.db,
        sql`SELECT p.id, CASE WHEN p.created_by_id IS NULL THEN 0 ELSE p.money_amount END AS money
              FROM payments p LEFT JOIN bills b ON b.id = p.bill_id
             WHERE p.student_id = ANY (${children}::uuid[]) AND p.deleted_at IS NULL AND coalesce(b.balance, 0) = 0 ORDER BY p.created_at DESC, p.id LIMIT 10`,
      ),
    );
    if (!payment) return null;
    const voided = await voidPayment(this.#asAdmin, payment);
    this.tally.received -= payment.money;
    return voided;
  }

  /** Whoever pays answers what a child asked for. */
  async #answerChild(): Promise<unknown> {
    for (const parent of this.#parents) {
      const ctx = personCtx(this.#services, parent);
      const asked = this.#some(await listApprovals(ctx));
      if (asked) return answerApproval(ctx, { id: asked.id, agreed: this.#chance(0.7) }).then(() => asked);
    }
    return null;
  }

  /** The other parent pays from now on. */
  async #changePayer(): Promise<unknown> {
    if (this.#parents.length < 2) return null;
    const { id: studentId } = this.#pick(this.children);
    const all = await listGuardianships(this.#asAdmin, { studentId });
    const rights = { book: true, pay: true };
    const payer = all.find((each) => each.payer);
    const other = all.find((each) => !each.payer);
    if (payer)
      await saveGuardianship(this.#asAdmin, {
        id: payer.id,
        parentId: payer.parentId,
        studentId,
        rights,
        payer: false,
      });
    if (!other) return null;
    const { id, parentId } = other;
    return saveGuardianship(this.#asAdmin, { id, parentId, studentId, rights, payer: true });
  }
}
