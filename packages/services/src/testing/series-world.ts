import { query, sql } from "@korki/db";
import { type AvailabilitySection, WEEKDAYS } from "@korki/domain";
import type { Services } from "../context";
import { ALWAYS, makeStudentOf, makeTeacher } from "./classroom";
import { makePerson, type Person } from "./people";
import type { SeriesModel } from "./series-model";

/** The people whom a history is about; nobody else has planned lessons, closures or subjects then. */
export type SeriesWorld = {
  services: Services;
  teachers: readonly Person[];
  students: readonly Person[];
  admin: Person;
  availability: ReadonlyMap<string, readonly AvailabilitySection[]>;
};

const OFFICE_HOURS = WEEKDAYS.slice(0, 5).map((day) => ({ day, startBlock: 2, endBlock: 9 }));

/** Two teachers, one with hours of work, of the same two students. */
export async function makeSeriesWorld(services: Services): Promise<SeriesWorld> {
  await query(
    services.db,
    sql`WITH gone AS (DELETE FROM closures), taught AS (DELETE FROM teacher_subjects)
    UPDATE lessons SET deleted_at = now() WHERE deleted_at IS NULL`,
  );
  const teachers = [await makeTeacher(services), await makeTeacher(services, OFFICE_HOURS)];
  const students = [await makeStudentOf(services, ...teachers), await makeStudentOf(services, ...teachers)];
  const hours = [ALWAYS, OFFICE_HOURS];
  const availability = new Map(teachers.map(({ id }, index) => [id, hours[index] ?? []]));
  return { services, teachers, students, admin: await makePerson(services, "Admin"), availability };
}

type Stored = { lessons: string[]; skipped: string[]; slots: string[]; series: string[] };

/** What the database holds that the model does not, and the other way round. */
export async function differences(
  { services, teachers }: SeriesWorld,
  model: SeriesModel,
): Promise<string[]> {
  const own = sql`teacher_id = ANY(${teachers.map(({ id }) => id)}::uuid[])`;
  const [stored] = await query<Stored>(
    services.db,
    sql`SELECT
      ARRAY(SELECT concat_ws(' ', id, teacher_id, student_id, date, block, status, deleted_at IS NOT NULL, series_id,
                             series_date, series_block, closure_overridden) FROM lessons WHERE ${own}) AS lessons,
      ARRAY(SELECT concat_ws(' ', series_id, date, outcome) FROM series_skips
             WHERE series_id IN (SELECT id FROM series WHERE ${own})) AS skipped,
      ARRAY(SELECT concat_ws(' ', person_id, date, block, lesson_id) FROM person_slots) AS slots,
      ARRAY(SELECT concat_ws(' ', id, weekday, block, first_date, last_date) FROM series WHERE ${own}) AS series`,
  );
  const lessons = [...model.lessons.values()];
  const words = (...parts: unknown[]) =>
    parts
      .filter((part) => part !== null)
      .map(flag)
      .join(" ");
  const expected: Stored = {
    lessons: lessons.map((each) =>
      words(
        each.id,
        each.teacherId,
        each.studentId,
        each.date,
        each.block,
        each.status,
        each.isDeleted,
        each.seriesId,
        each.seriesDate,
        each.seriesBlock,
        each.closureOverridden,
      ),
    ),
    skipped: [...model.series.values()].flatMap(({ id, skipped }) =>
      [...skipped].map(([date, outcome]) => words(id, date, outcome)),
    ),
    slots: lessons.flatMap((each) =>
      model.occupies(each)
        ? [each.teacherId, each.studentId].map((person) => words(person, each.date, each.block, each.id))
        : [],
    ),
    series: [...model.series.values()].map(({ id, weekday, block, from, to }) =>
      words(id, weekday, block, from, to),
    ),
  };
  return (["lessons", "skipped", "slots", "series"] as const).flatMap((kind) => {
    const got = new Set(stored?.[kind]);
    const wanted = new Set(expected[kind]);
    return [
      ...[...got].filter((each) => !wanted.has(each)).map((each) => `the database has ${kind} ${each}`),
      ...[...wanted].filter((each) => !got.has(each)).map((each) => `the model has ${kind} ${each}`),
    ];
  });
}

/** As PostgreSQL writes a boolean. */
function flag(part: unknown): unknown {
  return typeof part === "boolean" ? (part ? "t" : "f") : part;
}
