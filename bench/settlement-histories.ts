// `pnpm bench settlement-histories [histories=1000] [rounds=30]`: random histories of teachers' months, several callers
// each: lessons held late, changed, cancelled, charged, waived and given to a substitute, months proposed, accepted and
// objected to again and again. Statements are compared with a recount of the lessons, and accepted months with what they
// were. Exits with 1 on a difference.
import { newId, openDatabase } from "@korki/db";
import { addDays } from "@korki/domain";
import { ServiceError } from "@korki/services";
import { answerObjection, objectToLine, objectToMissing } from "@korki/services/settlement/objections";
import {
  acceptSettlement,
  getMySettlement,
  getTeacherSettlement,
  planSettlements,
  proposeMonth,
  saveSettlementSwitch,
} from "@korki/services/settlement/settlement";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { random } from "@korki/services/testing/random";
import { seconds, Verdict } from "./lab/figures";
import { inLab } from "./lab/lab";
import { labServices } from "./lab/services";

const HISTORIES = Number(process.argv[2] ?? 1000);
const ROUNDS = Number(process.argv[3] ?? 30);
const CALLERS = 3;
/** Histories at the same time. */
const TOGETHER = 10;
/** Months with lessons; corrections go to those after them. */
const MONTHS = ["2026-01", "2026-02", "2026-03"] as const;
const READ_MONTHS = [...MONTHS, "2026-04", "2026-05", "2026-06"];
const STARTS_AT = Date.parse("2026-02-01T08:00:00Z");
/** The clock moves on by so much a round: by silence, months are accepted on the way. */
const ROUND_MS = 2.5 * 86_400_000;

type History = {
  teachers: readonly [Person, Person];
  student: Person;
  chance: () => number;
  lessons: number;
};

await inLab(null, async (lab) => {
  const db = openDatabase(lab.databaseUrl, TOGETHER * CALLERS + 2);
  let time = STARTS_AT;
  const services = labServices(db, { now: () => new Date(time) });
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  await saveSettlementSwitch(asAdmin, { on: true });
  const verdict = new Verdict(`${HISTORIES} histories of ${ROUNDS} rounds, ${CALLERS} callers each`);
  const done: Record<string, number> = {};
  const faults: string[] = [];
  const accepted = new Map<string, string>();
  const began = performance.now();

  for (let seed = 1; seed <= HISTORIES; seed += TOGETHER) {
    time = STARTS_AT;
    const count = Math.min(TOGETHER, HISTORIES - seed + 1);
    const histories = await Promise.all(
      Array.from({ length: count }, async (_, index): Promise<History> => {
        const [first, second] = [await makeTeacher(services), await makeTeacher(services)];
        const student = await makeStudentOf(services, first);
        return { teachers: [first, second], student, chance: random(seed + index), lessons: 0 };
      }),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all([
        ...histories.flatMap((history) => Array.from({ length: CALLERS }, () => play(history))),
        ...MONTHS.map((month) => tolerant("propose", () => proposeMonth(asAdmin, { month }))),
        tolerant("plan", () => planSettlements(services)),
      ]);
      await compareAccepted(histories);
      time += ROUND_MS;
    }
    for (const { teachers } of histories) for (const teacher of teachers) await compareSums(teacher);
    if (seed % 50 === 1)
      console.log(`  … ${seed + count - 1} histories, ${seconds(performance.now() - began)}`);
  }
  verdict.figure("took", seconds(performance.now() - began));
  verdict.figure("steps", JSON.stringify(done));
  verdict.figure("months that were accepted", accepted.size);
  for (const fault of faults.slice(0, 10)) console.log(fault);
  verdict.must("differences", faults.length, faults.length === 0, "0");
  verdict.end();
  await db.close();

  /** Does a step; a refusal is an answer, too. */
  async function tolerant(step: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      done[step] = (done[step] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      done[`${step} refused`] = (done[`${step} refused`] ?? 0) + 1;
    }
  }

  async function play(history: History): Promise<void> {
    const { teachers, student, chance } = history;
    const any = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
    const teacher = any(teachers);
    const month = any(MONTHS);
    const asTeacher = personCtx(services, teacher);
    const change = (step: string, what: string) =>
      tolerant(step, () =>
        db.pool.query(
          `UPDATE lessons SET ${what}, version = version + 1, updated_at = now()
            WHERE id = (SELECT id FROM lessons WHERE student_id = $1 ORDER BY md5(id::text || $2) LIMIT 1)`,
          [student.id, String(chance())],
        ),
      );
    const cancelled = "status = 'Odwolana przez ucznia'";
    const policy = "cancellation_policy_version = (SELECT min(version) FROM cancellation_policies)";
    const steps: readonly (() => Promise<void>)[] = [
      hold,
      hold,
      hold,
      () => change("rate", `rate = ${40 + Math.floor(chance() * 60)}`),
      () => change("cancel", `${cancelled}, charged = false`),
      () => change("charge", `${cancelled}, charged = true, ${policy}`),
      () => change("absent", "status = 'Uczen nieobecny', charged = false"),
      () => change("restore", "status = 'Zrealizowana', charged = false"),
      () => change("delete", "deleted_at = CASE WHEN deleted_at IS NULL THEN now() END"),
      () => change("substitute", `teacher_id = '${teacher.id}'`),
      accept,
      accept,
      object,
      answer,
    ];
    return any(steps)();

    function hold(): Promise<void> {
      const n = history.lessons++;
      return tolerant("hold", () =>
        db.prisma.lesson.create({
          data: {
            id: newId(),
            teacherId: teacher.id,
            studentId: student.id,
            status: "Zrealizowana",
            date: new Date(addDays(`${month}-01`, n % 28)),
            block: Math.floor(n / 28) % 14,
            subject: "Matematyka",
            level: "liceumP",
            title: "Matematyka",
            price: 90,
            rate: 40 + Math.floor(chance() * 60),
          },
        }),
      );
    }

    function accept(): Promise<void> {
      return tolerant("accept", async () => {
        const { version } = await getMySettlement(asTeacher, { month });
        await acceptSettlement(asTeacher, { month, version });
      });
    }

    function object(): Promise<void> {
      return tolerant("object", async () => {
        const [line] = (await getMySettlement(asTeacher, { month })).lines;
        if (!line || chance() < 0.3) await objectToMissing(asTeacher, { month, text: "Brakuje lekcji" });
        else await objectToLine(asTeacher, { month, lineId: line.id, text: "Inna stawka" });
      });
    }

    function answer(): Promise<void> {
      return tolerant("answer", async () => {
        const { lines } = await getTeacherSettlement(asAdmin, { teacherId: teacher.id, month });
        const open = lines.find(({ objection }) => objection?.state === "open");
        if (!open) return;
        const given = { teacherId: teacher.id, month, lineId: open.id };
        await answerObjection(asAdmin, { ...given, answer: "Sprawdzone", accepted: chance() < 0.5 });
      });
    }
  }

  /** An accepted month is what it was when it was first seen accepted. */
  async function compareAccepted(histories: readonly History[]): Promise<void> {
    const ids = histories.flatMap(({ teachers }) => teachers.map(({ id }) => id));
    const { rows } = await db.pool.query<{ key: string; content: string }>(
      `SELECT s.teacher_id || ' ' || s.month AS key,
              concat_ws(' ', s.version, (SELECT string_agg(l::text, ';' ORDER BY l.id) FROM settlement_lines l
                                          WHERE l.teacher_id = s.teacher_id AND l.month = s.month)) AS content
         FROM settlements s WHERE s.state = 'accepted' AND s.teacher_id = ANY ($1::uuid[])`,
      [ids],
    );
    for (const { key, content } of rows) {
      const before = accepted.get(key);
      if (before !== undefined && before !== content) faults.push(`${key}: an accepted month changed`);
      accepted.set(key, content);
    }
  }

  /** All statements of a teacher are what the lessons earned. */
  async function compareSums({ id: teacherId }: Person): Promise<void> {
    let stated = 0;
    for (const month of READ_MONTHS)
      stated += (await getTeacherSettlement(asAdmin, { teacherId, month })).total;
    const { rows } = await db.pool.query<{ earned: number }>(
      `SELECT coalesce(sum(CASE WHEN l.charged AND NOT coalesce(p.pay_teacher, false) THEN 0 ELSE l.rate END), 0)::int AS earned
         FROM lessons l LEFT JOIN cancellation_policies p ON p.version = l.cancellation_policy_version
        WHERE l.teacher_id = $1 AND l.deleted_at IS NULL
          AND (l.charged OR l.status IN ('Zrealizowana', 'Uczen nieobecny'))`,
      [teacherId],
    );
    const earned = rows[0]?.earned ?? 0;
    if (stated !== earned) faults.push(`${teacherId}: statements ${stated}, lessons ${earned}`);
  }
});
