import { addDays, lastSeriesDate, laterDate, WEEKDAYS } from "@korki/domain";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { addClosure } from "../closures/add-closure";
import { deleteClosure } from "../closures/delete-closure";
import { previewClosure } from "../closures/preview-closure";
import type { Services } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson, deleteLesson } from "../lessons/cancel-lesson";
import { answerMove } from "../series/answer-move";
import { confirmSeries } from "../series/confirm-series";
import { createSeries, previewSeries } from "../series/create-series";
import { endSeries } from "../series/end-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { moveSeries, previewMove } from "../series/move-series";
import { isPlannedStatus, type ModelClosure, type ModelSeries, type ModelTarget } from "./series-model";
import { type Expected, SeriesPlayer } from "./series-player";
import { differences, makeSeriesWorld } from "./series-world";

const DAY_MS = 86_400_000;
const PAIR = { subject: "Matematyka", level: "liceumP" } as const;
const BLOCKS = [8, 9, 10];

/**
 * Plays random steps one after the other, each against the product and the model, and returns what they disagree about,
 * a line each; the history ends with the first.
 */
export async function playSeriesHistory(
  services: Services,
  { seed, steps }: { seed: number; steps: number },
): Promise<{ faults: string[]; tally: History["tally"] }> {
  const world = await makeSeriesWorld(services);
  const history = new History(world, seed);
  for (let step = 0; step < steps; step += 1) {
    const name = await history.step();
    const faults = [...history.faults, ...(await differences(world, history.model))];
    if (faults.length > 0)
      return {
        faults: faults.map((fault) => `seed ${seed}, ${step} ${name}: ${fault}`),
        tally: history.tally,
      };
  }
  return { faults: [], tally: history.tally };
}

class History extends SeriesPlayer {
  /** Takes one step and returns its name. */
  async step(): Promise<string> {
    const steps: [string, number, () => Promise<void>][] = [
      ["create", 20, () => this.create()],
      ["book", 14, () => this.book()],
      ["close", 14, () => this.close()],
      ["open", 4, () => this.open()],
      ["move", 12, () => this.move()],
      ["end", 5, () => this.end()],
      ["extend", 7, () => this.extend()],
      ["fill", 8, () => this.fill()],
      ["confirm", 6, () => this.confirm()],
      ["cancel", 8, () => this.cancel()],
      ["substitute", 6, () => this.substitute()],
      ["place", 6, () => this.place()],
      ["wait", 4, () => this.wait()],
    ];
    const chosen = this.pick(steps.flatMap(([name, weight, run]) => Array(weight).fill({ name, run })));
    if (!chosen) return "none";
    await chosen.run();
    return chosen.name;
  }

  /** Between a preview and its use somebody else may act. */
  protected async meanwhile(): Promise<void> {
    if (this.next() < 0.6) return;
    await (this.next() < 0.6 ? this.book() : this.close());
  }

  async create(): Promise<void> {
    const { teacher, student } = this.people();
    const from = this.day(12);
    const to = addDays(from, 7 * (1 + this.int(7)));
    const series: ModelSeries = {
      id: "",
      teacherId: teacher.id,
      studentId: student.id,
      weekday: this.pick(WEEKDAYS) ?? "pon",
      block: this.pick(BLOCKS) ?? 9,
      from,
      to,
      anchor: from,
      skipped: new Map(),
      everyWeeks: this.next() < 0.3 ? 2 : 1,
    };
    const { ctx, side } = this.actor(series);
    const { weekday, block, teacherId, studentId } = series;
    const everyWeeks = series.everyWeeks === 2 ? (2 as const) : (1 as const);
    const body = { teacherId, studentId, weekday, block, ...PAIR, from, to, everyWeeks, description: "" };
    const dates = this.model.dates(series);
    const before = this.model.planned(side, series, dates);
    const preview = await this.attempt("a preview", "done", () => previewSeries(ctx, body));
    if (!preview) return;
    this.compare("preview", preview.dates, before);
    await this.meanwhile();
    const expected = this.promise(before, this.model.planned(side, series, dates));
    const made = await this.attempt("creating", expected, () =>
      createSeries(ctx, { ...body, token: preview.token }),
    );
    if (!made) return;
    series.id = made.id;
    this.model.series.set(made.id, series);
    this.adopt(series, before, side);
    await this.learn(series);
  }

  async book(): Promise<void> {
    const { teacher, student } = this.people();
    const slot = { date: this.day(24), block: this.pick(BLOCKS) ?? 9 };
    const isFree = this.model.outcome("Student", teacher.id, student.id, slot) === "free";
    const input = { teacherId: teacher.id, ...slot, ...PAIR, description: "" };
    const booked = await this.attempt("booking", isFree ? "done" : "refused", () =>
      bookLesson(this.ctxOf(student), input),
    );
    if (!booked) return;
    this.model.lessons.set(booked.id, {
      id: booked.id,
      teacherId: teacher.id,
      studentId: student.id,
      ...slot,
      status: "Nie potwierdzona",
      isDeleted: false,
      seriesId: null,
      seriesDate: null,
      seriesBlock: null,
      closureOverridden: false,
    });
  }

  async close(): Promise<void> {
    const { teacher } = this.people();
    const isTeachers = this.next() < 0.35;
    const isCentre = !isTeachers && this.next() < 0.5;
    const from = this.day(20);
    const hasBlocks = this.next() < 0.3;
    const closure: ModelClosure = {
      id: "",
      teacherId: isCentre ? null : teacher.id,
      from,
      to: addDays(from, this.int(3)),
      ...(hasBlocks ? { fromBlock: 9, toBlock: 10 } : { fromBlock: null, toBlock: null }),
    };
    const { id: _, ...range } = closure;
    const body = { ...range, scope: isCentre ? ("centre" as const) : ("teacher" as const), label: "Wolne" };
    const ctx = this.ctxOf(isTeachers ? teacher : this.world.admin);
    const preview = await this.attempt("a closure's preview", "done", () => previewClosure(ctx, body));
    if (!preview) return;
    const affected = this.model.affected(closure);
    const ids = (lessons: readonly { id: string }[]) =>
      lessons
        .map(({ id }) => id)
        .sort()
        .join();
    if (ids(preview.affected) !== ids(affected)) this.faults.push("a closure's preview shows other lessons");

    const plans = preview.affected.map(({ id: lessonId, moves, substitutes }) => {
      const move = this.pick(moves);
      const substitute = this.pick(substitutes);
      const action = this.pick(["cancel", "keep", "move", "move", "substitute"]);
      if (action === "move" && move) return { lessonId, action: "move" as const, ...move };
      if (action === "substitute" && substitute)
        return { lessonId, action: "substitute" as const, teacherId: substitute.id };
      return { lessonId, action: action === "keep" ? ("keep" as const) : ("cancel" as const) };
    });
    const decisions = this.next() < 0.1 ? plans.slice(1) : plans;
    const expected = decisions.length < plans.length ? "refused" : this.decisionsFit(decisions);
    const added = await this.attempt("closing", expected, () => addClosure(ctx, { ...body, decisions }));
    if (!added) return;
    this.model.closures.set(added.id, { ...closure, id: added.id });
    for (const { lessonId, ...decision } of decisions) {
      const lesson = this.model.lessons.get(lessonId);
      if (!lesson) continue;
      if (decision.action === "cancel") lesson.status = "Odwolana przez nauczyciela";
      if (decision.action === "keep") lesson.closureOverridden = true;
      if (decision.action === "move") this.model.moveTo(lesson, decision);
      if (decision.action === "substitute") this.giveTo(lesson, decision.teacherId);
    }
  }

  /** The proposals are free one by one; two of one person at the same slot do not fit together. */
  protected decisionsFit(
    decisions: readonly {
      lessonId: string;
      action: string;
      date?: string;
      block?: number;
      teacherId?: string;
    }[],
  ): Expected {
    const taken = new Set<string>();
    for (const { lessonId, action, ...to } of decisions) {
      const lesson = this.model.lessons.get(lessonId);
      if (!lesson || (action !== "move" && action !== "substitute")) continue;
      const { date = lesson.date, block = lesson.block, teacherId = lesson.teacherId } = to;
      for (const person of action === "move" ? [teacherId, lesson.studentId] : [teacherId]) {
        const key = `${person} ${date} ${block}`;
        if (taken.has(key)) return "refused";
        taken.add(key);
      }
    }
    return "done";
  }

  async open(): Promise<void> {
    const closure = this.pick([...this.model.closures.values()]);
    if (!closure) return;
    await this.attempt("opening", "done", () =>
      deleteClosure(this.ctxOf(this.world.admin), { id: closure.id }),
    );
    this.model.closures.delete(closure.id);
  }

  async move(): Promise<void> {
    const series = this.pick([...this.model.series.values()]);
    if (!series) return;
    const { ctx, side } = this.actor(series);
    const weekday = this.pick(WEEKDAYS) ?? "pon";
    const block = this.pick(BLOCKS) ?? 9;
    const from = addDays(this.model.today, this.int(16) - 4);
    const start = laterDate(from, this.model.today);
    const input = { seriesId: series.id, from, weekday, block };
    const [anchor] = this.model.movedDates(series, start, weekday);
    const before = this.model.targets(side, series, start, weekday, block);
    const preview = await this.attempt("a move's preview", anchor ? "done" : "refused", () =>
      previewMove(ctx, input),
    );
    if (!preview || !anchor) return;
    this.compare("move", preview.dates, before);
    await this.meanwhile();
    const now = this.model.targets(side, series, start, weekday, block);
    const isSame = now.map(({ date }) => date).join() === before.map(({ date }) => date).join();
    const isChange = ({ outcome, lesson, date }: ModelTarget) =>
      outcome === "free" && !(lesson?.date === date && lesson.block === block);
    // A move to where every lesson stands is none.
    const expected = !isSame ? "either" : before.some(isChange) ? this.promise(before, now) : "refused";
    const moved = await this.attempt("moving", expected, () =>
      moveSeries(ctx, { ...input, token: preview.token }),
    );
    if (!moved) return;
    // What a student asks for stays where it is until the teacher agrees.
    const { move } = moved;
    const asTeacher = this.ctxOf({ id: series.teacherId, role: "Teacher" });
    const ref = { seriesId: series.id, moveId: move?.id ?? "", answer: "accept" as const };
    if (side === "Student") await this.attempt("agreeing", "done", () => answerMove(asTeacher, ref));
    const promised = new Set(before.flatMap(({ date, outcome }) => (outcome === "free" ? [date] : [])));
    Object.assign(series, { weekday, block, anchor });
    for (const date of [...series.skipped.keys()]) if (date >= start) series.skipped.delete(date);
    for (const { date, lesson, outcome } of now) {
      const first = before.find((each) => each.date === date);
      if (!promised.has(date)) {
        if (!lesson) series.skipped.set(date, first?.outcome ?? outcome);
      } else if (!lesson) this.add(series, { date, block }, date, side === "Student" ? "Teacher" : side);
      else if (lesson.date !== date || lesson.block !== block) {
        this.model.moveTo(lesson, { date, block });
        Object.assign(lesson, { seriesDate: date, seriesBlock: block });
      }
    }
    await this.learn(series);
  }

  async end(): Promise<void> {
    const series = this.pick([...this.model.series.values()]);
    if (!series) return;
    const { ctx, side } = this.actor(series);
    const from = addDays(this.model.today, this.int(20) - 4);
    const start = laterDate(from, this.model.today);
    const ended = await this.attempt("ending", "done", () => endSeries(ctx, { seriesId: series.id, from }));
    if (!ended) return;
    const counts = { cancelled: 0, deleted: 0 };
    for (const lesson of this.model.lessons.values()) {
      if (lesson.seriesId !== series.id || lesson.date < start || !this.model.isAhead(lesson)) continue;
      if (lesson.status === "Nie potwierdzona") {
        lesson.isDeleted = true;
        counts.deleted += 1;
      } else {
        lesson.status = side === "Student" ? "Odwolana przez ucznia" : "Odwolana przez nauczyciela";
        counts.cancelled += 1;
      }
    }
    if (JSON.stringify(ended) !== JSON.stringify(counts)) this.faults.push(`ended ${JSON.stringify(ended)}`);
    for (const date of [...series.skipped.keys()]) if (date >= start) series.skipped.delete(date);
    const last = addDays(start, -1);
    const to = laterDate(last, series.from);
    if (to < series.to) series.to = to;
  }

  async extend(): Promise<void> {
    const series = this.pick([...this.model.series.values()]);
    if (!series) return;
    const { ctx, side } = this.actor(series);
    const to = addDays(series.to, 7 * (1 + this.int(4)));
    const input = { seriesId: series.id, to };
    const before = this.model.extension(side, series, to);
    const isPossible = before.length > 0 && to <= lastSeriesDate(series.to);
    const preview = await this.attempt("an extension's preview", isPossible ? "done" : "refused", () =>
      previewExtension(ctx, input),
    );
    if (!preview) return;
    this.compare("extension", preview.dates, before);
    await this.meanwhile();
    const expected = this.promise(before, this.model.extension(side, series, to));
    const longer = await this.attempt("extending", expected, () =>
      extendSeries(ctx, { ...input, token: preview.token }),
    );
    if (!longer) return;
    this.adopt(series, before, side);
    series.to = to;
    await this.learn(series);
  }

  async fill(): Promise<void> {
    const series = this.pick([...this.model.series.values()].filter(({ skipped }) => skipped.size > 0));
    if (!series) return;
    const { ctx, side } = this.actor(series);
    const isSkipped = this.next() < 0.9;
    const skippedDate = isSkipped ? (this.pick([...series.skipped.keys()]) ?? "") : addDays(series.to, 400);
    const slot = { date: this.day(24), block: this.pick(BLOCKS) ?? 9 };
    const isFree = this.model.outcome(side, series.teacherId, series.studentId, slot) === "free";
    const filled = await this.attempt("filling", isSkipped && isFree ? "done" : "refused", () =>
      fillDate(ctx, { seriesId: series.id, skippedDate, ...slot }),
    );
    if (!filled) return;
    series.skipped.delete(skippedDate);
    this.add(series, slot, skippedDate, side);
    await this.learn(series);
  }

  async confirm(): Promise<void> {
    const series = this.pick([...this.model.series.values()]);
    if (!series) return;
    const ctx = this.ctxOf({ id: series.teacherId, role: "Teacher" });
    await this.attempt("confirming", "done", () => confirmSeries(ctx, { seriesId: series.id }));
    for (const lesson of this.model.lessons.values()) {
      const isTheirs =
        lesson.seriesId === series.id && lesson.teacherId === series.teacherId && !lesson.isDeleted;
      if (isTheirs && lesson.status === "Nie potwierdzona") lesson.status = "Potwierdzona";
    }
  }

  async cancel(): Promise<void> {
    const lesson = this.pick([...this.model.lessons.values()].filter(({ isDeleted }) => !isDeleted));
    if (!lesson) return;
    const { id: lessonId, status, teacherId, studentId } = lesson;
    if (this.next() < 0.4) {
      const expected = isPlannedStatus(status) ? "done" : "refused";
      const ctx = this.ctxOf({ id: teacherId, role: "Teacher" });
      if (await this.attempt("cancelling", expected, () => cancelLesson(ctx, { lessonId })))
        lesson.status = "Odwolana przez nauczyciela";
      return;
    }
    const ctx = this.ctxOf({ id: studentId, role: "Student" });
    if (status === "Nie potwierdzona") {
      await this.attempt("deleting", "done", () => deleteLesson(ctx, { lessonId }));
      lesson.isDeleted = true;
      return;
    }
    const mayCancel = status === "Potwierdzona" && !this.model.hasStarted(lesson);
    if (
      await this.attempt("cancelling", mayCancel ? "done" : "refused", () => cancelLesson(ctx, { lessonId }))
    )
      lesson.status = "Odwolana przez ucznia";
  }

  async substitute(): Promise<void> {
    const lesson = this.pick([...this.model.lessons.values()].filter(({ isDeleted }) => !isDeleted));
    const teacher = this.pick(this.world.teachers);
    if (!lesson || !teacher) return;
    const closed = this.model.closedBy(teacher.id, lesson);
    const isAbsent = [...this.model.closures.values()].some(
      (each) => each.teacherId === teacher.id && this.model.covers(each, teacher.id, lesson),
    );
    const mayTake =
      isPlannedStatus(lesson.status) &&
      lesson.teacherId !== teacher.id &&
      !isAbsent &&
      (closed === null || lesson.closureOverridden) &&
      !this.model.isBusy(teacher.id, lesson, lesson.id);
    const input = { lessonId: lesson.id, teacherId: teacher.id };
    const taken = await this.attempt("substituting", mayTake ? "done" : "refused", () =>
      substituteTeacher(this.ctxOf(this.world.admin), input),
    );
    if (taken) this.giveTo(lesson, teacher.id);
  }

  /** An administrator puts one lesson somewhere else. */
  async place(): Promise<void> {
    const lesson = this.pick([...this.model.lessons.values()].filter((each) => this.model.isAhead(each)));
    if (!lesson) return;
    const slot = { date: this.day(24), block: this.pick(BLOCKS) ?? 9 };
    if (slot.date === lesson.date && slot.block === lesson.block) return;
    const overrideClosure = this.next() < 0.4;
    const closed = this.model.closedBy(lesson.teacherId, slot) !== null;
    const isBusy = [lesson.teacherId, lesson.studentId].some((id) => this.model.isBusy(id, slot, lesson.id));
    const expected = isBusy || (closed && !overrideClosure) ? "refused" : "done";
    const moved = await this.attempt("placing", expected, () =>
      updateLessonAsAdmin(this.ctxOf(this.world.admin), { id: lesson.id, ...slot, overrideClosure }),
    );
    if (moved) Object.assign(lesson, slot, { closureOverridden: closed });
  }

  async wait(): Promise<void> {
    this.model.now = new Date(this.model.now.getTime() + (1 + this.int(3)) * DAY_MS);
  }
}
