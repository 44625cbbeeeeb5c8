import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, type YearMonth } from "./calendar";
import {
  type CompanyFigures,
  companyMonth,
  type EarningsLesson,
  monthlyEarnings,
  overallEarnings,
} from "./earnings";
import { LESSON_STATUSES, type LessonStatus } from "./lessons";
import { LEVELS, SUBJECTS } from "./subjects";

type DatedLesson = EarningsLesson & { readonly date: string };

const TEACHERS = [
  { id: "t1", name: "Łucja", surname: "Żak" },
  { id: "t2", name: "Adam", surname: "Łoś" },
  { id: "t3", name: "Ewa", surname: "Lis" },
];

function lesson(
  teacherId: string,
  status: LessonStatus,
  change: Partial<EarningsLesson> = {},
): EarningsLesson {
  return { teacherId, subject: "Matematyka", level: "liceumP", status, price: 90, rate: 60, ...change };
}

const anyLesson = fc
  .record({
    teacherId: fc.constantFrom("t1", "t2", "t3"),
    subject: fc.constantFrom(...SUBJECTS.slice(0, 3)),
    level: fc.constantFrom(...LEVELS),
    status: fc.constantFrom(...LESSON_STATUSES),
    price: fc.constantFrom(80, 90, 100),
    // a rate above the price: the company pays in
    rate: fc.constantFrom(50, 60, 95),
    late: fc.boolean(),
    date: fc.nat(730).map((days) => addDays("2025-06-01", days)),
  })
  .map(({ late, ...lesson }) => ({ ...lesson, charged: late && lesson.status === "Odwolana przez ucznia" }));
const anyHistory = fc.array(anyLesson, { maxLength: 80 });

/** What a GROUP BY over the lessons answers. */
function grouped(lessons: readonly EarningsLesson[]): EarningsLesson[] {
  const groups: EarningsLesson[] = [];
  for (const { teacherId, subject, level, status, price, rate, charged = false } of lessons) {
    const at = groups.findIndex(
      (g) =>
        g.teacherId === teacherId &&
        g.subject === subject &&
        g.level === level &&
        g.status === status &&
        g.price === price &&
        g.rate === rate &&
        g.charged === charged,
    );
    const old = groups[at];
    if (old) groups[at] = { ...old, count: (old.count ?? 0) + 1 };
    else groups.push({ teacherId, subject, level, status, price, rate, charged, count: 1 });
  }
  return groups;
}

/** The figures by another road: lessons one by one, statuses by their names. */
function naive(lessons: readonly EarningsLesson[]): CompanyFigures {
  const figures = {
    completedLessons: 0,
    absentLessons: 0,
    cancelledLessons: 0,
    chargedLessons: 0,
    teacherEarnings: 0,
    companyEarnings: 0,
  };
  for (const { status, price, rate, charged } of lessons) {
    if (charged) {
      figures.chargedLessons += 1;
      figures.teacherEarnings += rate;
      figures.companyEarnings += price - rate;
    }
    if (status === "Zrealizowana" || status === "Uczen nieobecny") {
      figures.completedLessons += 1;
      if (status === "Uczen nieobecny") figures.absentLessons += 1;
      figures.teacherEarnings += rate;
      figures.companyEarnings += price - rate;
    }
    if (status === "Odwolana przez ucznia" || status === "Odwolana przez nauczyciela")
      figures.cancelledLessons += 1;
  }
  return figures;
}

function figures<T extends CompanyFigures>({
  completedLessons,
  absentLessons,
  cancelledLessons,
  chargedLessons,
  teacherEarnings,
  companyEarnings,
}: T): CompanyFigures {
  return {
    completedLessons,
    absentLessons,
    cancelledLessons,
    chargedLessons,
    teacherEarnings,
    companyEarnings,
  };
}

function plus(parts: readonly CompanyFigures[]): CompanyFigures {
  const zero = naive([]);
  return parts.reduce(
    (all, part) => ({
      completedLessons: all.completedLessons + part.completedLessons,
      absentLessons: all.absentLessons + part.absentLessons,
      cancelledLessons: all.cancelledLessons + part.cancelledLessons,
      chargedLessons: all.chargedLessons + part.chargedLessons,
      teacherEarnings: all.teacherEarnings + part.teacherEarnings,
      companyEarnings: all.companyEarnings + part.companyEarnings,
    }),
    zero,
  );
}

const MONTHS: YearMonth[] = Array.from({ length: 26 }, (_, i) => addMonths({ year: 2025, month: 5 }, i));

function lessonsOfMonth<L extends { date: string }>(lessons: readonly L[], { year, month }: YearMonth): L[] {
  return lessons.filter(({ date }) => date.startsWith(`${year}-${String(month).padStart(2, "0")}-`));
}

describe("monthlyEarnings", () => {
  it("counts what was delivered, no-shows too, and nothing else", () => {
    const lessons = LESSON_STATUSES.map((status) => lesson("t1", status));
    expect(monthlyEarnings(lessons)).toEqual({
      rows: [
        { subject: "Matematyka", level: "liceumP", lessonAmount: 2, valuePerLesson: 60, charged: false },
      ],
      total: 120,
    });
  });

  it("keeps different rates in separate rows", () => {
    const lessons = [
      lesson("t1", "Zrealizowana", { rate: 70 }),
      lesson("t1", "Zrealizowana", { subject: "Angielski", level: "szkolaP", rate: 50 }),
      lesson("t1", "Zrealizowana", { rate: 60, count: 3 }),
      lesson("t1", "Uczen nieobecny", { rate: 70 }),
      lesson("t1", "Potwierdzona", { rate: 80 }),
    ];
    expect(monthlyEarnings(lessons)).toEqual({
      rows: [
        { subject: "Matematyka", level: "liceumP", lessonAmount: 3, valuePerLesson: 60, charged: false },
        { subject: "Matematyka", level: "liceumP", lessonAmount: 2, valuePerLesson: 70, charged: false },
        { subject: "Angielski", level: "szkolaP", lessonAmount: 1, valuePerLesson: 50, charged: false },
      ],
      total: 370,
    });
  });

  it("shows charged cancellations in rows of their own", () => {
    const lessons = [
      lesson("t1", "Zrealizowana"),
      lesson("t1", "Odwolana przez ucznia", { charged: true, count: 2 }),
      lesson("t1", "Odwolana przez ucznia", { charged: true, rate: 0 }),
      lesson("t1", "Odwolana przez ucznia"),
    ];
    const row = { subject: "Matematyka", level: "liceumP" };
    expect(monthlyEarnings(lessons)).toEqual({
      rows: [
        { ...row, lessonAmount: 1, valuePerLesson: 60, charged: false },
        { ...row, lessonAmount: 1, valuePerLesson: 0, charged: true },
        { ...row, lessonAmount: 2, valuePerLesson: 60, charged: true },
      ],
      total: 180,
    });
    expect(overallEarnings(lessons, []).earned).toBe(180);
  });

  it("is empty without lessons", () => {
    expect(monthlyEarnings([])).toEqual({ rows: [], total: 0 });
    expect(monthlyEarnings([lesson("t1", "Zrealizowana", { count: 0 })])).toEqual({ rows: [], total: 0 });
  });

  it("adds up over the months to the overall earnings", () => {
    fc.assert(
      fc.property(anyHistory, (lessons) => {
        const months = MONTHS.map((month) => monthlyEarnings(lessonsOfMonth(lessons, month)).total);
        const all = months.reduce((sum, total) => sum + total, 0);
        expect(all).toBe(overallEarnings(lessons, []).earned);
        expect(all).toBe(monthlyEarnings(lessons).total);
        expect(all).toBe(naive(lessons).teacherEarnings);
        expect(monthlyEarnings(grouped(lessons))).toEqual(monthlyEarnings(lessons));
      }),
      { numRuns: 200 },
    );
  });
});

describe("overallEarnings", () => {
  it.each([
    ["nothing", [], [], 0, 0, 0],
    [
      "earned",
      [lesson("t1", "Zrealizowana"), lesson("t1", "Uczen nieobecny", { count: 2 })],
      [],
      180,
      0,
      180,
    ],
    ["partly paid out", [lesson("t1", "Zrealizowana")], [20, 30], 60, 50, 10],
    ["paid in advance", [lesson("t1", "Potwierdzona")], [100], 0, 100, -100],
  ])("%s", (_, lessons, amounts, earned, paidOut, receivable) => {
    const payouts = amounts.map((moneyAmount) => ({ moneyAmount }));
    expect(overallEarnings(lessons, payouts)).toEqual({ earned, paidOut, receivable });
  });
});

describe("companyMonth", () => {
  it("is empty without lessons that count", () => {
    const nothing = { ...naive([]), teachers: [] };
    expect(companyMonth([], TEACHERS)).toEqual(nothing);
    expect(companyMonth([lesson("t1", "Potwierdzona"), lesson("t2", "Nie potwierdzona")], TEACHERS)).toEqual(
      nothing,
    );
    expect(companyMonth([lesson("t1", "Zrealizowana", { count: 0 })], TEACHERS)).toEqual(nothing);
  });

  it("shows teacher, subject and level, with sums", () => {
    const lessons = [
      lesson("t1", "Zrealizowana"),
      lesson("t1", "Uczen nieobecny", { price: 100, rate: 65 }),
      lesson("t1", "Odwolana przez ucznia"),
      lesson("t1", "Odwolana przez nauczyciela", { level: "szkolaP", count: 2 }),
      lesson("t1", "Zrealizowana", { subject: "Fizyka", level: "liceumR", price: 100, rate: 70, count: 3 }),
      lesson("t1", "Potwierdzona", { subject: "Polski" }),
    ];
    const teacher = {
      completedLessons: 5,
      absentLessons: 1,
      cancelledLessons: 3,
      chargedLessons: 0,
      teacherEarnings: 335,
      companyEarnings: 155,
    };
    expect(companyMonth(lessons, TEACHERS)).toEqual({
      ...teacher,
      teachers: [
        {
          teacherId: "t1",
          name: "Łucja",
          surname: "Żak",
          ...teacher,
          subjects: [
            {
              subject: "Matematyka",
              levels: [
                {
                  level: "szkolaP",
                  completedLessons: 0,
                  absentLessons: 0,
                  cancelledLessons: 2,
                  chargedLessons: 0,
                  teacherEarnings: 0,
                  companyEarnings: 0,
                },
                {
                  level: "liceumP",
                  completedLessons: 2,
                  absentLessons: 1,
                  cancelledLessons: 1,
                  chargedLessons: 0,
                  teacherEarnings: 125,
                  companyEarnings: 65,
                },
              ],
            },
            {
              subject: "Fizyka",
              levels: [
                {
                  level: "liceumR",
                  completedLessons: 3,
                  absentLessons: 0,
                  cancelledLessons: 0,
                  chargedLessons: 0,
                  teacherEarnings: 210,
                  companyEarnings: 90,
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it("sorts teachers as Polish does, and keeps one who is not in the list", () => {
    const lessons = ["t1", "t9", "t2", "t3"].map((id) => lesson(id, "Zrealizowana"));
    const month = companyMonth(lessons, TEACHERS);
    expect(month.teachers.map(({ surname }) => surname)).toEqual(["", "Lis", "Łoś", "Żak"]);
    expect(month.completedLessons).toBe(4);
  });

  it("adds up: rows to teachers, teachers to the summary, lessons one by one to each", () => {
    fc.assert(
      fc.property(anyHistory, (lessons) => {
        const month = companyMonth(lessons, TEACHERS);
        expect(figures(month)).toEqual(naive(lessons));
        expect(plus(month.teachers)).toEqual(figures(month));
        for (const teacher of month.teachers) {
          const own = lessons.filter(({ teacherId }) => teacherId === teacher.teacherId);
          expect(figures(teacher)).toEqual(naive(own));
          expect(plus(teacher.subjects.flatMap(({ levels }) => levels))).toEqual(figures(teacher));
          for (const { subject, levels } of teacher.subjects) {
            for (const row of levels) {
              const cell = own.filter((l) => l.subject === subject && l.level === row.level);
              expect(figures(row)).toEqual(naive(cell));
              expect(row.completedLessons + row.cancelledLessons).toBeGreaterThan(0);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is the same from counted rows, and its months add up to the whole", () => {
    fc.assert(
      fc.property(anyHistory, (lessons: DatedLesson[]) => {
        expect(companyMonth(grouped(lessons), TEACHERS)).toEqual(companyMonth(lessons, TEACHERS));
        const months = MONTHS.map((month) => figures(companyMonth(lessonsOfMonth(lessons, month), TEACHERS)));
        expect(plus(months)).toEqual(figures(companyMonth(lessons, TEACHERS)));
      }),
      { numRuns: 100 },
    );
  });

  it("pays each teacher what that teacher's own statistics say", () => {
    fc.assert(
      fc.property(anyHistory, (lessons) => {
        for (const { teacherId, teacherEarnings } of companyMonth(lessons, TEACHERS).teachers) {
          const own = lessons.filter((l) => l.teacherId === teacherId);
          expect(monthlyEarnings(own).total).toBe(teacherEarnings);
        }
      }),
      { numRuns: 100 },
    );
  });
});
