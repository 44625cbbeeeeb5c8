// `pnpm bench hours/watches [rounds=200]`: 50 students wait for a slot that becomes free, and they, others and an
// administrator want it at once, over REST, with two workers. Exits with 1 where a slot has two owners, an answer is not
// true, an offer takes too long, or one is made at night.
import { setTimeout as sleep } from "node:timers/promises";
import { execute, openDatabase, sql, startClock, transact } from "@korki/db";
import { addDays, dateParts, instantOf, type Slot, today, weekdayOf } from "@korki/domain";
import { percentile, Verdict } from "../lab/figures";
import { type Api, inLab, type Lab, type LoadedPerson, loadedPerson } from "../lab/lab";
import { loadedId, SMALL } from "../load-data";

const ROUNDS = Number(process.argv[2] ?? 200);
const WATCHERS = 50;
/** Those who have the slot before, and a student without a watch. */
const [TAKER, STRANGER] = [WATCHERS, WATCHERS + 1];
const BLOCKS = 12;
const NIGHT_SLOTS = 10;
const NIGHT_SECONDS = 20;
const OFFER_MS = 5_000;

const FIRST_DAY = addDays(today(new Date()), 1);
const NOON = instantOf(FIRST_DAY, 12 * 60);
const LATE = instantOf(FIRST_DAY, 22 * 60 + 30);
const MORNING = instantOf(addDays(FIRST_DAY, 1), 7 * 60);

type Answer = { status: number; body: { _id?: string; place?: number; error?: string } };
type Waiting = { studentId: string; place: number };
/** What people do once the slot is free. */
const KINDS = ["at once", "the first in line", "an administrator", "the half hour passes"] as const;

type Programs = { api: Api; stop(): Promise<void> };

/** Starts the API and two workers at a moment of the product's clock. */
async function programs(lab: Lab, at: Date): Promise<Programs> {
  const env = { DEMO_NOW: at.toISOString() };
  const api = await lab.startApi(`api-${at.getTime()}`, env);
  const start = lab.program("worker");
  const workers = await Promise.all(["a", "b"].map((name) => start(`worker-${name}-${at.getTime()}`, env)));
  const stop = async () => {
    await Promise.all([api.process, ...workers].map((program) => program.stop()));
  };
  return { api, stop };
}

/** The calls of people to one teacher. */
class World {
  readonly teacherId = loadedId("teacher", 0);

  constructor(
    readonly lab: Lab,
    readonly running: Programs,
    readonly now: () => Date,
  ) {}

  stop = () => this.running.stop();
  person = (kind: "student" | "admin", n: number) => loadedPerson(kind, n, this.now());

  async call({ token }: LoadedPerson, method: string, path: string, body: object = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${this.running.api.origin}/api${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Answer["body"] };
  }

  lessonAt({ date, block }: Slot, studentId: string): object {
    const { day: dateDay, month: dateMonth, year: dateYear } = dateParts(date);
    const pair = { subject: "Polski", subjectLevel: "liceumP", title: "Polski", description: "" };
    return { teacherId: this.teacherId, studentId, blockIndex: block, dateDay, dateMonth, dateYear, ...pair };
  }

  book(student: LoadedPerson, slot: Slot): Promise<Answer> {
    return this.call(student, "PUT", "/student/reserve_lesson", this.lessonAt(slot, student.id));
  }

  add(admin: LoadedPerson, studentId: string, slot: Slot): Promise<Answer> {
    return this.call(admin, "PUT", "/admin/lesson", this.lessonAt(slot, studentId));
  }

  watch(student: LoadedPerson, { date, block }: Slot): Promise<Answer> {
    return this.call(student, "PUT", "/student/watches", {
      teacherId: this.teacherId,
      subject: "Polski",
      subjectLevel: "liceumP",
      weekdays: [weekdayOf(date)],
      fromBlock: block,
      toBlock: block,
      until: date,
    });
  }

  /** Whose lessons hold a slot. */
  async owners({ date, block }: Slot): Promise<string[]> {
    const { rows } = await this.lab.db.pool.query<{ id: string }>(
      `SELECT student_id AS id FROM lessons WHERE teacher_id = $1 AND date = $2 AND block = $3 AND deleted_at IS NULL`,
      [this.teacherId, date, block],
    );
    return rows.map(({ id }) => id);
  }

  /** For whom a slot is held. */
  async holders({ date, block }: Slot): Promise<string[]> {
    const { rows } = await this.lab.db.pool.query<{ id: string }>(
      `SELECT student_id AS id FROM watches WHERE hold_id IS NOT NULL AND held_date = $1 AND held_block = $2`,
      [date, block],
    );
    return rows.map(({ id }) => id);
  }

  /** Waits until a slot is held, by somebody else than `before`, and returns by whom; null after twice the time. */
  async held(slot: Slot, before?: string): Promise<string | null> {
    for (const from = performance.now(); performance.now() - from < 2 * OFFER_MS; await sleep(10)) {
      const [holder] = await this.holders(slot);
      if (holder && holder !== before) return holder;
    }
    return null;
  }

  /** The taker has the slot, and everybody else waits for it. Returns the line. */
  async fill(slot: Slot): Promise<{ lessonId: string; line: Waiting[] }> {
    const taken = await this.book(await this.person("student", TAKER), slot);
    if (!taken.body._id) throw new Error(`the slot could not be booked: ${JSON.stringify(taken)}`);
    const people = await Promise.all(Array.from({ length: WATCHERS }, (_, n) => this.person("student", n)));
    const asked = await Promise.all(people.map((student) => this.watch(student, slot)));
    const line = asked.map(({ body: { place = 0 } }, n) => ({ studentId: people[n]?.id ?? "", place }));
    return { lessonId: taken.body._id, line: line.sort((a, b) => a.place - b.place) };
  }

  async free(lessonId: string): Promise<void> {
    const { status } = await this.call(
      await this.person("student", TAKER),
      "POST",
      `/student/lesson_cancel/${lessonId}`,
    );
    if (status !== 200) throw new Error(`the lesson could not be deleted: ${status}`);
  }

  async clear(): Promise<void> {
    // Repeated where it meets a worker that locks the same line in another order.
    await transact(this.lab.db, (tx) => execute(tx, sql`DELETE FROM watches`));
    await execute(
      this.lab.db,
      sql`UPDATE lessons SET deleted_at = now()
           WHERE deleted_at IS NULL AND block < ${BLOCKS}::int AND date > ${FIRST_DAY}::date`,
    );
  }
}

await inLab(
  { ...SMALL, students: WATCHERS + 2 },
  async (lab) => {
    const verdict = new Verdict(`${ROUNDS} rounds of ${WATCHERS} who wait, a stranger and an administrator`);
    const { now, databaseUrl } = await startClock(lab.databaseUrl, NOON);
    const db = openDatabase(databaseUrl, 4);
    try {
      const world = new World({ ...lab, db }, await programs(lab, NOON), now);
      await playDay(world, verdict);
      await world.stop();
      await playNight({ ...lab, db }, verdict);
    } finally {
      await db.close();
    }
    verdict.end();
  },
  { NODE_ENV: "development", DEMO: "1" },
);

async function playDay(world: World, verdict: Verdict): Promise<void> {
  const offers: number[] = [];
  const off = { lines: 0, owners: 0, answers: 0, turns: 0 };
  const winners = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const slot = { date: addDays(FIRST_DAY, 2 + (Math.floor(round / BLOCKS) % 24)), block: round % BLOCKS };
    const kind = KINDS[round % KINDS.length] ?? "at once";
    const { lessonId, line } = await world.fill(slot);
    if (line.some(({ place }, at) => place !== at + 1)) off.lines += 1;
    const admin = await world.person("admin", 0);
    const students = await Promise.all(
      Array.from({ length: WATCHERS + 2 }, (_, n) => world.person("student", n)).filter(
        (_, n) => n !== TAKER,
      ),
    );
    const stranger = loadedId("student", STRANGER);
    const everybody = (withAdmin: boolean) => [
      ...students.map((student) => ({ id: student.id, answer: world.book(student, slot) })),
      ...(withAdmin ? [{ id: stranger, answer: world.add(admin, stranger, slot) }] : []),
    ];
    let holder: string | null = null;
    let wishes: { id: string; answer: Promise<Answer> }[];
    if (kind === "at once") {
      const freeing = world.free(lessonId);
      wishes = everybody(true);
      await freeing;
    } else {
      await world.free(lessonId);
      const from = performance.now();
      holder = await world.held(slot);
      offers.push(performance.now() - from);
      if (holder !== line[0]?.studentId) off.turns += 1;
      if (kind === "the half hour passes") {
        await world.lab.db.pool.query(
          "UPDATE watches SET held_until = product_now() - interval '1 second' WHERE hold_id IS NOT NULL",
        );
        await world.lab.db.pool.query("SELECT pg_notify('korki_watches', '')");
        holder = await world.held(slot, holder ?? "");
        if (holder !== line[1]?.studentId) off.turns += 1;
      }
      wishes = everybody(kind === "an administrator");
    }
    const answers = await Promise.all(wishes.map(async ({ id, answer }) => ({ id, ...(await answer) })));
    const won = answers.filter(({ status }) => status === 200);
    const owners = await world.owners(slot);
    if (owners.length > 1 || (kind !== "at once" && owners.length !== 1)) off.owners += 1;
    const isTrue =
      answers.every(({ status, body }) => status === 200 || (status === 409 && body.error)) &&
      won.length === owners.length &&
      won.every(({ id }) => owners.includes(id));
    if (!isTrue) off.answers += 1;
    const [winner] = owners;
    // While it is held, nobody but its holder and administrators book it.
    if (holder && winner && winner !== holder && !(kind === "an administrator" && winner === stranger))
      off.turns += 1;
    const who = !winner
      ? "nobody"
      : winner === stranger
        ? "a stranger or administrator"
        : winner === holder
          ? "the holder"
          : "a watcher";
    winners.set(`${kind}: ${who}`, (winners.get(`${kind}: ${who}`) ?? 0) + 1);
    await world.clear();
  }
  offers.sort((a, b) => a - b);
  const none = (label: string, count: number) => verdict.must(label, count, count === 0, "0");
  none("lines whose places are not 1 to 50", off.lines);
  none("slots with two owners or, once offered, none", off.owners);
  none("rounds with an answer that is not true", off.answers);
  none("offers or bookings out of turn", off.turns);
  for (const [what, count] of [...winners].sort()) verdict.figure(`  ${what}`, count);
  verdict.figure(
    "freed → first offer, p50 and p95 in ms",
    [0.5, 0.95].map((at) => percentile(offers, at).toFixed(0)).join(", "),
  );
  const slowest = offers.at(-1) ?? Number.POSITIVE_INFINITY;
  verdict.must(
    "freed → first offer, slowest in ms",
    slowest.toFixed(0),
    slowest <= OFFER_MS,
    `at most ${OFFER_MS}`,
  );
}

/** Slots that become free after 22:00 are offered at 7:00. */
async function playNight(lab: Lab, verdict: Verdict): Promise<void> {
  const late = await startClock(lab.databaseUrl, LATE);
  const evening = new World(lab, await programs(lab, LATE), late.now);
  const date = addDays(FIRST_DAY, 5);
  for (let block = 0; block < NIGHT_SLOTS; block += 1) {
    const slot = { date, block };
    const taken = await evening.book(await evening.person("student", TAKER), slot);
    await evening.watch(await evening.person("student", block), slot);
    await evening.free(taken.body._id ?? "");
  }
  await sleep(NIGHT_SECONDS * 1_000);
  const held = async () =>
    (await lab.db.pool.query("SELECT FROM watches WHERE hold_id IS NOT NULL")).rowCount;
  const atNight = await held();
  verdict.must(
    `offers of ${NIGHT_SLOTS} slots within ${NIGHT_SECONDS} s at night`,
    String(atNight),
    atNight === 0,
    "0",
  );
  await evening.stop();
  const running = await programs(lab, MORNING);
  const from = performance.now();
  while ((await held()) !== NIGHT_SLOTS && performance.now() - from < 2 * OFFER_MS) await sleep(10);
  const took = performance.now() - from;
  verdict.must(`all of them in the morning, in ms`, took.toFixed(0), took <= OFFER_MS, `at most ${OFFER_MS}`);
  await running.stop();
}
