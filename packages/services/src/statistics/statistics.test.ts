import { newId } from "@korki/db";
import {
  addDays,
  LESSON_STATUSES,
  LEVELS,
  type LessonStatus,
  type Level,
  monthName,
  SUBJECTS,
  type Subject,
} from "@korki/domain";
import { beforeAll, expect, test } from "vitest";
import { type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getCompanyMonth, getCompanyYear } from "./company-statistics";
import {
  getMyMonthlyEarnings,
  getMyOverallEarnings,
  getStudentStatistics,
  getTeacherMonthlyEarnings,
  getTeacherOverallEarnings,
} from "./person-statistics";

const HISTORIES = 1_000;
const { services, asAdmin } = await openTestCentre();

// Figures that anybody could work out with a pencil: one lesson after the other, no rule of the product asked.

type Lesson = {
  date: string;
  subject: Subject;
  level: Level;
  status: LessonStatus;
  price: number;
  rate: number;
  deleted: boolean;
};
type Money = { moneyAmount: number; lessonAmount: number; subject: Subject; level: Level; voided: boolean };
type History = { teacher: Person; student: Person; lessons: Lesson[]; payments: Money[]; payouts: Money[] };

const isPaid = ({ status, deleted }: Lesson) =>
  !deleted && (status === "Zrealizowana" || status === "Uczen nieobecny");
const isOff = ({ status, deleted }: Lesson) => !deleted && status.startsWith("Odwolana");

function sumOf<T>(items: T[], of: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
}

/** The same numbers in every run. */
let seed = 20_261_120;
function chance(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}
function oneOf<T>(items: readonly T[]): T {
  return items[chance(items.length)] as T;
}

// Ends of months, both changes of the clock, a leap day and the turn of a year are among the days.
const SPECIAL = [
  "2028-02-29",
  "2026-03-29",
  "2026-10-25",
  "2026-12-31",
  "2027-01-01",
  "2026-01-31",
  "2026-02-01",
];

function makeHistory(teacher: Person, student: Person): History {
  const dates = new Set([...SPECIAL.filter(() => chance(3) === 0)]);
  for (let count = chance(25); count > 0; count -= 1) dates.add(addDays("2026-01-01", chance(500)));
  const pair = () => ({ subject: oneOf(SUBJECTS), level: oneOf(LEVELS) });
  return {
    teacher,
    student,
    lessons: [...dates].map((date) => ({
      date,
      ...pair(),
      status: oneOf(LESSON_STATUSES),
      price: 70 + chance(4) * 10,
      rate: 40 + chance(3) * 10,
      deleted: chance(8) === 0,
    })),
    payments: Array.from({ length: chance(5) }, () => ({
      ...pair(),
      moneyAmount: chance(500),
      lessonAmount: chance(10),
      voided: chance(4) === 0,
    })),
    payouts: Array.from({ length: chance(4) }, () => ({
      ...pair(),
      moneyAmount: chance(900),
      lessonAmount: 0,
      voided: chance(4) === 0,
    })),
  };
}

let histories: History[] = [];

beforeAll(async () => {
  const person = (role: "Teacher" | "Student", index: number): Person => ({
    id: newId(),
    role,
    email: `${role}${index}@statistics.pl`.toLowerCase(),
    name: role,
    surname: `Nr ${index}`,
  });
  histories = Array.from({ length: HISTORIES }, (_, index) =>
    makeHistory(person("Teacher", index), person("Student", index)),
  );
  await insertAll(
    "users (id, role, email, name, surname, search_text)",
    histories.flatMap(({ teacher, student }) =>
      [teacher, student].map((each) => ({ ...each, search_text: "" })),
    ),
  );
  await insertAll(
    "lessons (id, teacher_id, student_id, date, block, subject, level, title, status, price, rate, deleted_at)",
    histories.flatMap(({ teacher, student, lessons }) =>
      lessons.map(({ deleted, ...lesson }) => ({
        ...lesson,
        id: newId(),
        teacher_id: teacher.id,
        student_id: student.id,
        block: chance(14),
        title: lesson.subject,
        deleted_at: deleted ? services.now() : null,
      })),
    ),
  );
  await insertAll(
    "payments (id, student_id, money_amount, lesson_amount, subject, level, description, deleted_at)",
    histories.flatMap(({ student, payments }) =>
      payments.map(({ voided, moneyAmount, lessonAmount, ...pair }) => ({
        ...pair,
        id: newId(),
        student_id: student.id,
        money_amount: moneyAmount,
        lesson_amount: lessonAmount,
        description: "",
        deleted_at: voided ? services.now() : null,
      })),
    ),
  );
  await insertAll(
    "payouts (id, teacher_id, money_amount, description, deleted_at)",
    histories.flatMap(({ teacher, payouts }) =>
      payouts.map(({ voided, moneyAmount }) => ({
        id: newId(),
        teacher_id: teacher.id,
        money_amount: moneyAmount,
        description: "",
        deleted_at: voided ? services.now() : null,
      })),
    ),
  );
});

/** Many rows at once, and no signal for each of them: nobody listens. */
async function insertAll(target: string, rows: object[]): Promise<void> {
  const table = target.split(" ")[0];
  const columns = target.slice(target.indexOf("(") + 1, -1);
  const client = await services.db.pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(
      `INSERT INTO ${target} SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
    await client.query("RESET session_replication_role");
  } finally {
    client.release();
  }
}

/** Each history once, several at a time. */
async function forEachHistory(check: (history: History) => Promise<void>): Promise<void> {
  for (let start = 0; start < histories.length; start += 20) {
    await Promise.all(histories.slice(start, start + 20).map(check));
  }
}

const MONTHS = Array.from({ length: 30 }, (_, index) => ({
  year: 2026 + Math.floor(index / 12),
  month: (index % 12) + 1,
}));
const inMonth = ({ year, month }: { year: number; month: number }) => {
  const prefix = `${monthName({ year, month })}-`;
  return ({ date }: Lesson) => date.startsWith(prefix);
};

test(`a teacher's overall figures equal the lessons and payouts one by one, ${HISTORIES} times`, async () => {
  await forEachHistory(async ({ teacher, lessons, payouts }) => {
    const earned = sumOf(lessons.filter(isPaid), ({ rate }) => rate);
    const paidOut = sumOf(
      payouts.filter(({ voided }) => !voided),
      ({ moneyAmount }) => moneyAmount,
    );
    const expected = { earned, paidOut, receivable: earned - paidOut };
    expect(await getTeacherOverallEarnings(asAdmin, { teacherId: teacher.id })).toEqual(expected);
  });
});

test("a teacher's months equal the lessons one by one, and add up to the whole", async () => {
  await forEachHistory(async ({ teacher, lessons }) => {
    const busy = MONTHS.filter((month) => lessons.some(inMonth(month)));
    let whole = 0;
    for (const month of busy) {
      const own = lessons.filter(inMonth(month)).filter(isPaid);
      const { rows, total } = await getTeacherMonthlyEarnings(asAdmin, { teacherId: teacher.id, ...month });
      expect(total).toBe(sumOf(own, ({ rate }) => rate));
      expect(sumOf([...rows], (row) => row.lessonAmount * row.valuePerLesson)).toBe(total);
      for (const row of rows) {
        const alike = own.filter(
          ({ subject, level, rate }) =>
            subject === row.subject && level === row.level && rate === row.valuePerLesson,
        );
        expect(row.lessonAmount).toBe(alike.length);
      }
      expect(sumOf([...rows], ({ lessonAmount }) => lessonAmount)).toBe(own.length);
      whole += total;
    }
    expect(whole).toBe(sumOf(lessons.filter(isPaid), ({ rate }) => rate));
  });
});

test("a student's figures equal the lessons and payments one by one", async () => {
  await forEachHistory(async ({ student, lessons, payments }) => {
    const figures = await getStudentStatistics(asAdmin, { studentId: student.id });
    for (const row of figures.lessons) {
      const alike = lessons.filter(
        ({ subject, level, status, deleted }) =>
          !deleted && subject === row.subject && level === row.level && status === row.status,
      );
      expect(row.lessonAmount).toBe(alike.length);
    }
    expect(sumOf(figures.lessons, ({ lessonAmount }) => lessonAmount)).toBe(
      lessons.filter(({ deleted }) => !deleted).length,
    );
    const counting = payments.filter(({ voided }) => !voided);
    for (const row of figures.payments) {
      const alike = counting.filter(({ subject, level }) => subject === row.subject && level === row.level);
      expect(row).toMatchObject({
        lessonAmount: sumOf(alike, ({ lessonAmount }) => lessonAmount),
        moneyAmount: sumOf(alike, ({ moneyAmount }) => moneyAmount),
      });
    }
    expect(sumOf(figures.payments, ({ moneyAmount }) => moneyAmount)).toBe(
      sumOf(counting, ({ moneyAmount }) => moneyAmount),
    );
  });
});

test("the company's months equal the lessons one by one, and the rows add up to the summary", async () => {
  for (const month of MONTHS) {
    const figures = await getCompanyMonth(asAdmin, month);
    const all = histories.flatMap(({ teacher, lessons }) =>
      lessons.filter(inMonth(month)).map((lesson) => ({ ...lesson, teacherId: teacher.id })),
    );
    const naive = (own: Lesson[]) => ({
      completedLessons: own.filter(isPaid).length,
      absentLessons: own.filter(isPaid).filter(({ status }) => status === "Uczen nieobecny").length,
      cancelledLessons: own.filter(isOff).length,
      chargedLessons: 0,
      teacherEarnings: sumOf(own.filter(isPaid), ({ rate }) => rate),
      companyEarnings: sumOf(own.filter(isPaid), ({ price, rate }) => price - rate),
    });
    expect(figures).toMatchObject(naive(all));
    for (const { subjects, ...teacher } of figures.teachers) {
      const own = all.filter(({ teacherId }) => teacherId === teacher.teacherId);
      expect(teacher).toMatchObject(naive(own));
      for (const { subject, levels } of subjects) {
        for (const { level, ...row } of levels) {
          expect(row).toEqual(
            naive(own.filter((lesson) => lesson.subject === subject && lesson.level === level)),
          );
        }
      }
    }
    for (const key of [
      "completedLessons",
      "cancelledLessons",
      "teacherEarnings",
      "companyEarnings",
    ] as const) {
      expect(sumOf([...figures.teachers], (teacher) => teacher[key])).toBe(figures[key]);
      const levels = figures.teachers.flatMap(({ subjects }) =>
        subjects.flatMap((subject) => subject.levels),
      );
      expect(sumOf(levels, (level) => level[key])).toBe(figures[key]);
    }
  }
});

test("the chart's twelve months are the months themselves", async () => {
  const last = { year: 2027, month: 2 };
  const year = await getCompanyYear(asAdmin, last);
  expect(year).toHaveLength(12);
  expect(year[0]).toMatchObject({ year: 2026, month: 3 });
  expect(year[11]).toMatchObject(last);
  for (const { year: y, month, ...figures } of year) {
    const { teachers: _, ...summary } = await getCompanyMonth(asAdmin, { year: y, month });
    expect(figures).toEqual(summary);
  }
});

test("without a month the chart ends with Warsaw's current one", async () => {
  const before = services.clock.time;
  services.clock.time = new Date("2026-12-31T23:30:00Z");
  const year = await getCompanyYear(asAdmin);
  services.clock.time = before;
  expect(year[11]).toMatchObject({ year: 2027, month: 1 });
});

test("teachers see their own figures, and a person of another role has none", async () => {
  const [{ teacher, student, lessons } = histories[0] as History] = histories;
  const asTeacher = personCtx(services, teacher);
  expect(await getMyOverallEarnings(asTeacher)).toEqual(
    await getTeacherOverallEarnings(asAdmin, { teacherId: teacher.id }),
  );
  const month = { year: 2026, month: 5 };
  const mine = await getMyMonthlyEarnings(asTeacher, month);
  expect(mine.total).toBe(sumOf(lessons.filter(inMonth(month)).filter(isPaid), ({ rate }) => rate));
  const notFound = { code: "not_found" };
  await expect(getTeacherOverallEarnings(asAdmin, { teacherId: student.id })).rejects.toMatchObject(notFound);
  await expect(getTeacherMonthlyEarnings(asAdmin, { teacherId: newId(), ...month })).rejects.toMatchObject(
    notFound,
  );
  await expect(getStudentStatistics(asAdmin, { studentId: teacher.id })).rejects.toMatchObject(notFound);
});
