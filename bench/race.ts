// `pnpm bench race [rounds]`: people who want the same block at the same moment, against the running API over REST.
// Each round has exactly one winner; the others get 409. Exits with 1 otherwise.
import { addDays, dateParts, today } from "@korki/domain";
import { Verdict } from "./lab/figures";
import { inLab, type Lab, type LoadedPerson, loadedPerson } from "./lab/lab";
import { loadedId, SMALL } from "./load-data";

const ROUNDS = Number(process.argv[2] ?? 200);
const RACERS = 50;
const BLOCKS = 13;

await inLab({ ...SMALL, teachers: 2, students: 2 * RACERS }, async (lab) => {
  const { origin } = await lab.startApi("api");
  const verdict = new Verdict();
  await fiftyForOneBlock(lab, origin, verdict);
  await studentAgainstAdmin(lab, origin, verdict);
  await oneStudentTwoTeachers(lab, origin, verdict);
  verdict.end();
});

async function fiftyForOneBlock(lab: Lab, origin: string, verdict: Verdict): Promise<void> {
  const tally = new Map<string, number>();
  const from = performance.now();
  let offRounds = 0;
  let offRows = 0;
  let offNotices = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const students = await people(RACERS);
    const [slot, since] = [slotOf(round), await noticeCount(lab)];
    const statuses = await Promise.all(students.map((student) => book(origin, student, 0, slot)));
    for (const status of statuses) tally.set(String(status), (tally.get(String(status)) ?? 0) + 1);
    const won = statuses.filter((status) => status === 200).length;
    const lost = statuses.filter((status) => status === 409).length;
    if (won !== 1 || lost !== RACERS - 1) offRounds += 1;
    if ((await lessonCount(lab, 0, slot)) !== 1) offRows += 1;
    if ((await noticeCount(lab)) !== since + 1) offNotices += 1;
    await clear(lab);
  }
  const seen = [...tally].map(([status, count]) => `${count} × ${status}`).join(", ");
  verdict.figure(`${RACERS} students for one block, ${ROUNDS} rounds`, seen);
  verdict.must(
    "  rounds without exactly one 200 and 49 × 409",
    offRounds,
    offRounds === 0 && ROUNDS > 0,
    "0",
  );
  verdict.must("  rounds without exactly one lesson in the database", offRows, offRows === 0, "0");
  verdict.must("  rounds without exactly one notification", offNotices, offNotices === 0, "0");
  verdict.figure("  a round took, on average", `${((performance.now() - from) / ROUNDS).toFixed(0)} ms`);
}

/** An administrator moves another's lesson into the block that a student is booking. */
async function studentAgainstAdmin(lab: Lab, origin: string, verdict: Verdict): Promise<void> {
  const outcomes = new Map<string, number>();
  const [admin, mover, booker] = [await loadedPerson("admin", 0), await student(0), await student(1)];
  let off = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [start, aim] = [slotOf(round), slotOf(round + 1)];
    const lessonId = await bookedLesson(origin, mover, start);
    // Who comes first changes from round to round: a booking takes longer than a move.
    const booking = () => book(origin, booker, 0, aim);
    const moving = () => call(origin, admin, "POST", `/admin/lesson/${lessonId}`, aim);
    const inTurn = round % 2 ? [booking, moving] : [moving, booking];
    const statuses = await Promise.all(inTurn.map((begin) => begin()));
    const [booked, moved] = round % 2 ? statuses : statuses.toReversed();
    const both = `student ${booked}, admin ${moved}`;
    outcomes.set(both, (outcomes.get(both) ?? 0) + 1);
    const oneWon = statuses.toSorted().join() === "200,409";
    if (!oneWon || (await lessonCount(lab, 0, aim)) !== 1) off += 1;
    await clear(lab);
  }
  const seen = [...outcomes].map(([what, count]) => `${count} × (${what})`).join(", ");
  verdict.figure(`a student books the block that an administrator moves a lesson to`, seen);
  verdict.must("  rounds without exactly one winner and one lesson", off, off === 0, "0");
}

/** One student books the same hour with two teachers at once. */
async function oneStudentTwoTeachers(lab: Lab, origin: string, verdict: Verdict): Promise<void> {
  const one = await student(0);
  let off = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const slot = slotOf(round);
    const statuses = await Promise.all([book(origin, one, 0, slot), book(origin, one, 1, slot)]);
    const held = (await lessonCount(lab, 0, slot)) + (await lessonCount(lab, 1, slot));
    if (statuses.sort().join() !== "200,409" || held !== 1) off += 1;
    await clear(lab);
  }
  verdict.must(
    `one student, one hour, two teachers: rounds of ${ROUNDS} without exactly one lesson`,
    off,
    off === 0,
    "0",
  );
}

type WireSlot = { blockIndex: number; dateDay: number; dateMonth: number; dateYear: number };

function slotOf(round: number): WireSlot {
  const date = addDays(today(new Date()), 2 + (Math.floor(round / BLOCKS) % 24));
  const { day, month, year } = dateParts(date);
  return { blockIndex: round % BLOCKS, dateDay: day, dateMonth: month, dateYear: year };
}

function dateOf({ dateYear, dateMonth, dateDay }: WireSlot): string {
  return [dateYear, dateMonth, dateDay].map((part) => String(part).padStart(2, "0")).join("-");
}

function student(n: number): Promise<LoadedPerson> {
  return loadedPerson("student", n);
}

function people(count: number): Promise<LoadedPerson[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => student(n)));
}

/** Books with the n-th teacher, who teaches all three levels of three subjects. */
function book(origin: string, { id, token }: LoadedPerson, teacher: number, slot: WireSlot): Promise<number> {
  const pair = { subject: "Polski", subjectLevel: "liceumP", title: "Polski", description: "" };
  const body = { teacherId: loadedId("teacher", teacher), studentId: id, ...slot, ...pair };
  return call(origin, { id, token }, "PUT", "/student/reserve_lesson", body);
}

async function call(
  origin: string,
  { token }: LoadedPerson,
  method: string,
  path: string,
  body: object,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status;
}

async function bookedLesson(origin: string, who: LoadedPerson, slot: WireSlot): Promise<string> {
  const headers = { authorization: `Bearer ${who.token}`, "content-type": "application/json" };
  const pair = { subject: "Polski", subjectLevel: "liceumP" };
  const answer = await fetch(`${origin}/api/student/reserve_lesson`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ teacherId: loadedId("teacher", 0), studentId: who.id, ...slot, ...pair }),
  });
  const { _id, error } = (await answer.json()) as { _id?: string; error?: string };
  if (!_id) throw new Error(`the lesson to be moved could not be booked: ${answer.status} ${error}`);
  return _id;
}

async function lessonCount(lab: Lab, teacher: number, slot: WireSlot): Promise<number> {
  const { rows } = await lab.db.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM lessons WHERE teacher_id = $1 AND date = $2 AND block = $3 AND deleted_at IS NULL",
    [loadedId("teacher", teacher), dateOf(slot), slot.blockIndex],
  );
  return rows[0]?.count ?? 0;
}

async function noticeCount(lab: Lab): Promise<number> {
  const { rows } = await lab.db.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM notifications WHERE kind = 'lesson-booked' AND status = 'pending'",
  );
  return rows[0]?.count ?? 0;
}

/** The next round begins as the first did. */
async function clear(lab: Lab): Promise<void> {
  await lab.db.pool.query(
    "UPDATE lessons SET deleted_at = now() WHERE deleted_at IS NULL AND status = 'Nie potwierdzona' AND block < $1 AND date > current_date",
    [BLOCKS],
  );
}
