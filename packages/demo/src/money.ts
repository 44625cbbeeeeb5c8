import { toDbDate } from "@korki/db";
import {
  addMonths,
  type CivilDate,
  DEFAULT_PRICES,
  daysBetween,
  isDelivered,
  isPlanned,
  type Level,
  monthBounds,
  monthOf,
  type Subject,
  subjectLevelKey,
} from "@korki/domain";
import { demoId } from "./ids";
import type { DemoLesson } from "./lessons";
import { CAST } from "./people";
import type { DemoTime } from "./time";

/** How many lessons one payment pays for. */
const PACK = 5;
/** The first payment comes before the first lesson. */
const FIRST_PAYMENT = -98;

/** Lessons left to people and subjects that are not at one lesson left; below zero: lessons owed. */
const LEFT: Readonly<Record<string, number>> = {
  [left(CAST.jakub.id, { subject: "Matematyka", level: "liceumP" })]: 3,
  [left(CAST.jakub.id, { subject: "Angielski", level: "liceumP" })]: 2,
  [left(CAST.szymon.id, { subject: "Informatyka", level: "liceumP" })]: -1,
  [left(CAST.antoni.id, { subject: "Fizyka", level: "liceumR" })]: 0,
  [left(CAST.hanna.id, { subject: "Matematyka", level: "szkolaP" })]: -2,
  [left(CAST.hanna.id, { subject: "Polski", level: "szkolaP" })]: -1,
};

function left(studentId: string, pair: { subject: Subject; level: Level }): string {
  return `${studentId} ${subjectLevelKey(pair)}`;
}

export type DemoPayment = {
  id: string;
  studentId: string;
  moneyAmount: number;
  lessonAmount: number;
  subject: Subject;
  level: Level;
  description: string;
  createdAt: Date;
  createdById: string;
};

/** What students paid, in packs spread over the three months, so that each has some lessons left. */
export function demoPayments(time: DemoTime, lessons: readonly DemoLesson[]): DemoPayment[] {
  const groups = new Map<string, DemoLesson[]>();
  for (const lesson of lessons.filter(({ status }) => isPlanned(status) || isDelivered(status))) {
    const key = left(lesson.studentId, lesson);
    groups.set(key, [...(groups.get(key) ?? []), lesson]);
  }
  const payments = [...groups].flatMap(([key, used], group) => {
    const total = used.length + (LEFT[key] ?? 1);
    const packs = Math.ceil(total / PACK);
    return Array.from({ length: packs }, (_, pack) => {
      const offset = FIRST_PAYMENT + Math.floor((pack * -FIRST_PAYMENT) / packs) + (group % 4);
      return { first: used[0], lessonAmount: Math.min(PACK, total - pack * PACK), offset };
    });
  });
  return payments
    .sort((a, b) => a.offset - b.offset)
    .flatMap(({ first, lessonAmount, offset }, index) => {
      if (!first) return [];
      const { studentId, subject, level } = first;
      return {
        id: demoId("payment", index + 1),
        studentId,
        moneyAmount: lessonAmount * DEFAULT_PRICES[level].price,
        lessonAmount,
        subject,
        level,
        description: index % 3 === 0 ? "wpłata gotówką" : "przelew",
        createdAt: time.at(offset, "12:30"),
        createdById: CAST.admin.id,
      };
    });
}

/**
 * A file of the bank: the very sum of a bill from its payer, others of people who are known by name or title, and one of
 * nobody who is known.
 */
export function demoBank(time: DemoTime, bill: number) {
  const { mama, szymon, tata } = CAST;
  const named = ({ name, surname }: { name: string; surname: string }) => `${name} ${surname}`.toUpperCase();
  const lines = [
    { payer: named(tata), title: "rachunek", amount: bill * 100, accountEnd: "5512" },
    { payer: named(szymon), title: "lekcja informatyki", amount: 9_000, accountEnd: "2874" },
    {
      payer: "PIOTR SOBCZAK UL. POLNA 5",
      title: "Korepetycje Zosia Nowak",
      amount: 16_000,
      accountEnd: "0133",
    },
    { payer: named(mama), title: "za lekcje Kuby", amount: 36_000, accountEnd: "6410" },
    { payer: "BARBARA WRONA", title: "wpłata", amount: 12_000, accountEnd: "9087" },
  ];
  return {
    bankStatement: {
      id: demoId("bank statement", 1),
      fileName: "wyciag.csv",
      contentHash: "demo",
      createdById: CAST.admin.id,
      createdAt: time.at(-1, "9:15"),
    },
    bankLines: lines.map((line, at) => ({
      id: demoId("bank line", at + 1),
      fingerprint: `demo ${at + 1}`,
      day: toDbDate(time.day(-2)),
      ...line,
      accountHash: `demo ${line.accountEnd}`,
    })),
  };
}

export type DemoPayout = {
  id: string;
  teacherId: string;
  moneyAmount: number;
  description: string;
  month: Date;
  createdAt: Date;
  createdById: string;
};

const monthName = new Intl.DateTimeFormat("pl", { month: "long", year: "numeric", timeZone: "UTC" });

/** What teachers were paid: the months before the last one in full, of the last one an advance. */
export function demoPayouts(time: DemoTime, lessons: readonly DemoLesson[]): DemoPayout[] {
  const delivered = lessons.filter(({ status }) => isDelivered(status));
  const teachers = [...new Set(delivered.map(({ teacherId }) => teacherId))];
  const payouts = [3, 2, 1].flatMap((monthsAgo) => {
    const month = addMonths(monthOf(time.today), -monthsAgo);
    const { from, to } = monthBounds(month);
    return teachers.map((teacherId) => {
      const ofMonth = delivered.filter(
        ({ teacherId: whose, date }) => whose === teacherId && from <= date && date < to,
      );
      const earned = ofMonth.reduce((sum, { rate }) => sum + rate, 0);
      const inFull = monthsAgo > 1;
      return {
        teacherId,
        moneyAmount: inFull ? earned : Math.floor(earned / 200) * 100,
        description: `${inFull ? "wypłata" : "zaliczka"} – ${monthName.format(toDbDate(from))}`,
        month: toDbDate(from),
        createdAt: paidAt(time, to, inFull),
      };
    });
  });
  return payouts
    .filter(({ moneyAmount }) => moneyAmount > 0)
    .map((payout, index) => ({ ...payout, id: demoId("payout", index + 1), createdById: CAST.admin.id }));
}

/** Full payouts come on the fifth of the next month, advances on the last day of their own. */
function paidAt(time: DemoTime, nextMonth: CivilDate, inFull: boolean): Date {
  const offset = daysBetween(time.today, nextMonth) + (inFull ? 4 : -1);
  return time.at(offset, "10:00");
}
