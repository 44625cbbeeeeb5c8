// `pnpm bench series/race [rounds]`: 50 students ask one teacher for overlapping weekly lessons at the same moment,
// over REST. Every slot has one owner, every response is true, there is no 5xx and no deadlock in PostgreSQL; exits
// with 1 otherwise.
import { addDays, today, WEEKDAYS } from "@korki/domain";
import { Verdict } from "../lab/figures";
import { inLab, type Lab, type LoadedPerson, loadedPerson } from "../lab/lab";
import { loadedId, SMALL } from "../load-data";
import { type Answer, rest, type WirePreview, type WireSeries } from "./rest";

const ROUNDS = Number(process.argv[2] ?? 200);
const RACERS = 50;
const TEACHER = loadedId("teacher", 0);

type Request = { person: LoadedPerson; block: number; body: object; preview: WirePreview };

await inLab({ ...SMALL, teachers: 1, students: RACERS }, async (lab) => {
  const { origin } = await lab.startApi("api");
  const verdict = new Verdict(`${RACERS} students ask for overlapping series, ${ROUNDS} rounds`);
  const faults = new Map<string, number>();
  const seen = new Map<number, number>();
  const from = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const people = await Promise.all(Array.from({ length: RACERS }, (_, n) => loadedPerson("student", n)));
    const requests = await Promise.all(people.map((person, n) => prepare(origin, person, round, n)));
    const answers = await Promise.all(
      requests.map(({ person, body, preview }) =>
        rest<WireSeries & { preview?: WirePreview }>(origin, person, "PUT", "/series", {
          ...body,
          token: preview.token,
        }),
      ),
    );
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1);
    for (const fault of await faultsOf(lab, requests, answers))
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
    await clear(lab);
  }
  verdict.figure("answers", [...seen].map(([status, count]) => `${count} × ${status}`).join(", "));
  verdict.figure("a round took, on average", `${((performance.now() - from) / ROUNDS).toFixed(0)} ms`);
  const others = [...seen].filter(([status]) => status !== 200 && status !== 409).length;
  verdict.must("answers other than 200 and 409", others, others === 0, "0");
  const said = [...faults].map(([fault, count]) => `${count} × ${fault}`).join("; ") || "none";
  verdict.must("answers that are not true, slots with two owners", said, faults.size === 0, "none");
  const deadlocks = await deadlockCount(lab);
  verdict.must("deadlocks", deadlocks, deadlocks === 0, "0");
  verdict.end();
});

/** Every request shares slots with others: two weekdays, three blocks, every week or every second one. */
async function prepare(origin: string, person: LoadedPerson, round: number, n: number): Promise<Request> {
  const from = addDays(today(new Date()), 7 + (n % 5));
  const block = (round + (n % 3)) % 13;
  const body = {
    teacherId: TEACHER,
    weekday: WEEKDAYS[(round + (n % 2)) % WEEKDAYS.length],
    blockIndex: block,
    subject: "Polski",
    subjectLevel: "liceumP",
    from,
    to: addDays(from, 70),
    everyWeeks: n % 4 === 0 ? 2 : 1,
  };
  const { status, body: preview } = await rest<WirePreview>(origin, person, "POST", "/series/preview", body);
  if (status !== 200) throw new Error(`a preview answered ${status}: ${preview.error}`);
  return { person, block, body, preview };
}

/** Compares each answer with what the database holds. */
async function faultsOf(
  lab: Lab,
  requests: readonly Request[],
  answers: readonly Answer<WireSeries & { preview?: WirePreview }>[],
): Promise<string[]> {
  const { rows } = await lab.db.pool.query<{ student: string; slot: string }>(
    `SELECT student_id AS student, date || ' ' || block AS slot FROM lessons
      WHERE teacher_id = $1 AND series_id IS NOT NULL AND deleted_at IS NULL`,
    [TEACHER],
  );
  const owners = new Map(rows.map(({ student, slot }) => [slot, student]));
  const faults = owners.size === rows.length ? [] : ["a slot has two owners"];
  requests.forEach(({ person, block, preview }, index) => {
    const answer = answers[index];
    const slots = preview.dates
      .filter(({ outcome }) => outcome === "free")
      .map(({ date }) => `${date} ${block}`);
    const own = rows.filter(({ student }) => student === person.id).map(({ slot }) => slot);
    if (answer?.status === 200) {
      if (own.toSorted().join() !== slots.toSorted().join())
        faults.push("200, but other lessons than the preview's");
      if (answer.body.planned !== slots.length) faults.push("200 with another number of lessons");
      return;
    }
    if (own.length > 0) faults.push("an error, but lessons were booked");
    if (!answer?.body.preview) faults.push("an error without a fresh preview");
    if (!slots.some((slot) => owners.has(slot))) faults.push("an error although every slot is free");
  });
  return faults;
}

async function deadlockCount(lab: Lab): Promise<number> {
  const { rows } = await lab.db.pool.query<{ deadlocks: number }>(
    "SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0]?.deadlocks ?? -1;
}

/** The next round begins as the first did. */
async function clear(lab: Lab): Promise<void> {
  await lab.db.pool.query(
    "UPDATE lessons SET deleted_at = now() WHERE series_id IS NOT NULL AND deleted_at IS NULL",
  );
}
