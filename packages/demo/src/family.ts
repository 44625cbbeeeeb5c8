import { toDbDate } from "@korki/db";
import {
  APPROVAL_HOURS,
  billDueOn,
  DEFAULT_PRICES,
  daysBetween,
  isDelivered,
  isPlanned,
  monthBounds,
  monthOf,
} from "@korki/domain";
import { demoId } from "./ids";
import type { DemoLesson } from "./lessons";
import { CAST } from "./people";
import type { DemoTime } from "./time";

/** What the bill asks for: of each subject the last lessons, which no payment reaches. */
const BILLED = [
  { subject: "Matematyka", level: "szkolaP", billed: 2 },
  { subject: "Polski", level: "szkolaP", billed: 1 },
] as const;

const DUE_DAY = 10;
const child = CAST.hanna;
const payer = CAST.tata;

/** A father who pays by the month: the bill that was issued for his daughter's lessons, and her order that waits for him. */
export function demoFamily(time: DemoTime, lessons: readonly DemoLesson[]) {
  return { ...demoBill(time, lessons), ...demoOrder(time) };
}

function demoBill(time: DemoTime, lessons: readonly DemoLesson[]) {
  const hers = lessons.filter(
    ({ studentId, status }) => studentId === child.id && (isPlanned(status) || isDelivered(status)),
  );
  const month = monthOf(hers.at(-1)?.date ?? time.today);
  const { from, to } = monthBounds(month);
  const issuedOn = time.day(-1);
  const id = demoId("bill", 1);
  const lines = BILLED.map(({ subject, level, billed }, position) => {
    const ofSubject = hers.filter((lesson) => lesson.subject === subject);
    const unpaid = ofSubject.slice(-billed);
    const ofMonth = ofSubject.filter(({ date }) => from <= date && date < to);
    const earlier = unpaid.filter(({ date }) => date < from).length;
    const planned = ofMonth.length + earlier;
    return {
      id: demoId("bill", 2 + position),
      billId: id,
      position,
      studentId: child.id,
      subject,
      level,
      planned,
      prepaid: planned - billed,
      billed,
      amount: billed * DEFAULT_PRICES[level].price,
      unpaid,
    };
  });
  const inOrder = lines
    .flatMap(({ id: lineId, level, unpaid }) =>
      unpaid.map(({ date, block }) => ({ lineId, price: DEFAULT_PRICES[level].price, date, block })),
    )
    .sort((a, b) => daysBetween(b.date, a.date) || a.block - b.block);
  return {
    billingPayers: [
      { payerId: payer.id, mode: "advance", defaultMode: "perLesson", savedAt: time.at(-1, "9:00") },
    ],
    bills: [
      {
        id,
        payerId: payer.id,
        month: toDbDate(from),
        mode: "advance",
        balance: 0,
        halves: false,
        dueOn: toDbDate(billDueOn("advance", month, DUE_DAY, issuedOn)),
        amount: lines.reduce((sum, { amount }) => sum + amount, 0),
        issuedAt: time.at(-1, "9:00"),
        issuedById: CAST.admin.id,
      },
    ],
    billLines: lines.map(({ unpaid: _, ...line }) => line),
    billLessons: inOrder.map(({ lineId, price }, position) => ({ billId: id, position, lineId, price })),
  };
}

function demoOrder(time: DemoTime) {
  const createdAt = time.at(-1, "17:20");
  const expiresAt = new Date(createdAt.getTime() + APPROVAL_HOURS * 3_600_000);
  const id = demoId("order", 1);
  const { price } = DEFAULT_PRICES.szkolaP;
  const wanted = { subject: "Polski", level: "szkolaP", lessons: 8, amount: 8 * price };
  return {
    orders: [
      {
        id,
        studentId: child.id,
        payerId: child.id,
        createdById: child.id,
        status: "waiting",
        amount: wanted.amount,
        createdAt,
        expiresAt,
      },
    ],
    orderItems: [{ id: demoId("order", 2), orderId: id, position: 0, ...wanted }],
    approvals: [
      { id: demoId("order", 3), studentId: child.id, kind: "order", orderId: id, createdAt, expiresAt },
    ],
    packages: [
      {
        id: demoId("order", 4),
        name: "Dziesięć lekcji polskiego",
        subject: "Polski",
        level: "szkolaP",
        lessons: 10,
        price: 9 * price,
        validDays: 120,
        createdAt: time.at(-60, "10:00"),
      },
    ],
  };
}
