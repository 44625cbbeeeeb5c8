import * as field from "@korki/contracts/fields";
import { billMonth, billTitle } from "@korki/contracts/texts/bills";
import { zloty } from "@korki/contracts/texts/money";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { plural } from "@korki/domain";
import { z } from "zod";
import { lessonCount, subjectDetail } from "../balances";
import { alwaysTrue, defineNotification } from "../define-notification";
import { billUrl, moneyUrl, screenUrl } from "../links";
import { detail } from "../message";

const notedPayment = z.object({
  paymentId: field.id,
  moneyAmount: z.int(),
  lessonAmount: z.int(),
  subject: field.subject,
  level: field.level,
  /** For whom, where the message is not about one child. */
  studentName: z.string().optional(),
  /** The one of `bills` that it was paid for. */
  billId: field.id.optional(),
});
type NotedPayment = z.infer<typeof notedPayment>;

/** What came for a bill, and what of it bought nothing: it counts for the bill, or is the payer's balance. */
const billMoney = z.object({
  billId: field.id,
  month: z.string(),
  received: z.int(),
  toBill: z.int(),
  toBalance: z.int(),
});
const bills = z.array(billMoney);
type BillMoney = z.infer<typeof billMoney>;

const payload = notedPayment.extend({
  others: z.array(notedPayment).optional(),
  /** To who paid: the money of bills, where it is more than the lessons that it bought, too. */
  bills: bills.optional(),
  /** The month of whose bill nothing was left: the payer's balance paid. */
  balanceMonth: z.string().optional(),
  /** Whose, where all are of one student. */
  studentId: field.id.optional(),
});
type Noted = z.infer<typeof payload>;

const LESSONS_BOUGHT = "Dziękujemy! Opłacone lekcje są już dostępne.";
const NO_LESSON_BOUGHT =
  "Dziękujemy! Za tę kwotę nie dopisano żadnej lekcji. Jeśli wpłata miała opłacić lekcje, skontaktuj się z centrum.";

/**
 * To the student and to who pays: money came in, or the payer's balance bought lessons; `others`: for further subjects or
 * children at once.
 */
export const paymentNoted = defineNotification({
  kind: "payment-noted",
  label: "Zaksięgowanie wpłaty",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  payload,
  async revalidate(
    { others = [], bills: told, balanceMonth, studentId, ...payment },
    { lookups },
  ): Promise<Noted | null> {
    const payments = [payment, ...others];
    const valid = await Promise.all(payments.map(({ paymentId }) => lookups.isPaymentValid(paymentId)));
    const [first, ...rest] = payments.filter((_, at) => valid[at]);
    if (!first) return null;
    return {
      ...first,
      ...(balanceMonth !== undefined && { balanceMonth }),
      ...(studentId !== undefined && { studentId }),
      ...(rest.length > 0 && { others: rest }),
      // What a voided payment leaves of a bill's money is another sum.
      ...(told && valid.every(Boolean) && { bills: told }),
    };
  },
  message: ({ others = [], bills: told = [], balanceMonth, studentId, ...payment }, { publicUrl }) => {
    const payments: NotedPayment[] = [payment, ...others];
    const isTold = (id?: string) => told.some(({ billId }) => billId === id);
    const money =
      sumOf(told.map(({ received }) => received)) +
      sumOf(payments.filter(({ billId }) => !isTold(billId)).map(({ moneyAmount }) => moneyAmount));
    const isForLessons = payments.some(({ lessonAmount }) => lessonAmount > 0);
    const [heading, text] =
      balanceMonth === undefined
        ? ["Wpłata zaksięgowana", isForLessons ? LESSONS_BOUGHT : NO_LESSON_BOUGHT]
        : [
            "Lekcje opłacone z nadpłaty",
            `Nadpłata pokryła cały rachunek za ${billMonth(balanceMonth)}. Nie trzeba nic płacić.`,
          ];
    return {
      icon: "💰",
      subject: `${heading}: ${zloty(money)}`,
      heading,
      paragraphs: [text],
      details: [
        { label: "Kwota", value: zloty(money) },
        ...(payments.length > 1 ? payments.map(partOf) : onlyPart(payment)),
        ...told.flatMap(leftOf),
      ],
      action: {
        label: "Zobacz historię wpłat",
        url: studentId ? moneyUrl(publicUrl, studentId) : screenUrl(publicUrl, "payments"),
      },
    };
  },
  samples: [
    {
      to: "Student",
      facts: {
        paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 1200,
        lessonAmount: 12,
        subject: "Fizyka",
        level: "liceumP",
        studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5c",
      },
    },
    {
      to: "Student",
      facts: {
        paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 360,
        lessonAmount: 4,
        subject: "Fizyka",
        level: "liceumP",
        studentName: "Ola Nowak",
        others: [
          {
            paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
            moneyAmount: 80,
            lessonAmount: 1,
            subject: "Matematyka",
            level: "szkolaP",
            studentName: "Jan Nowak",
          },
        ],
      },
    },
    {
      to: "Student",
      facts: {
        paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 180,
        lessonAmount: 2,
        subject: "Fizyka",
        level: "liceumP",
        billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5d",
        bills: [
          {
            billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5d",
            month: "2026-12",
            received: 220,
            toBill: 0,
            toBalance: 40,
          },
        ],
      },
    },
    {
      to: "Student",
      facts: {
        paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 90,
        lessonAmount: 1,
        subject: "Fizyka",
        level: "liceumP",
        studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5c",
        balanceMonth: "2026-12",
      },
    },
    {
      to: "Student",
      facts: {
        paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 50,
        lessonAmount: 0,
        subject: "Fizyka",
        level: "liceumP",
        studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5c",
      },
    },
  ],
});

/** To the payer: money came for bills and bought no lesson yet. */
export const billMoneyNoted = defineNotification({
  kind: "bill-money",
  label: "Wpłata na poczet rachunku",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  payload: z.object({ bills }),
  revalidate: alwaysTrue,
  message: ({ bills: told }, { publicUrl }) => {
    const money = zloty(sumOf(told.map(({ received }) => received)));
    return {
      icon: "💰",
      subject: `Wpłata zaksięgowana: ${money}`,
      heading: "Wpłata zaksięgowana",
      paragraphs: [
        "Dziękujemy! To jeszcze nie cena całej lekcji, więc wpłata czeka na resztę kwoty z rachunku.",
      ],
      details: [{ label: "Kwota", value: money }, ...told.flatMap(leftOf)],
      action: { label: "Zobacz historię wpłat", url: screenUrl(publicUrl, "payments") },
    };
  },
  samples: [
    {
      to: "Student",
      facts: {
        bills: [
          {
            billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5d",
            month: "2026-12",
            received: 50,
            toBill: 50,
            toBalance: 0,
          },
        ],
      },
    },
  ],
});

const openBill = z.object({ billId: field.id, month: z.string() });

const voidedPayload = z.object({
  payments: z.array(notedPayment).min(1),
  /** To who was billed: the bills whose lessons they had bought. */
  bills: z.array(openBill),
  /** What of it is the recipient's balance again; left out: nothing. */
  toBalance: z.int().optional(),
  /** Whose, where all are of one student. */
  studentId: field.id.optional(),
});
/** With what is left to pay of each bill, at the moment of sending. */
type Voided = Omit<z.infer<typeof voidedPayload>, "bills"> & {
  bills: (z.infer<typeof openBill> & { left: number })[];
};

const VOIDED_SAMPLE: Voided = {
  payments: [
    {
      paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
      moneyAmount: 180,
      lessonAmount: 2,
      subject: "Fizyka",
      level: "liceumP",
    },
  ],
  bills: [],
  studentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5c",
};
const VOIDED_TOGETHER: Voided = {
  payments: [
    {
      paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
      moneyAmount: 360,
      lessonAmount: 4,
      subject: "Fizyka",
      level: "liceumP",
      studentName: "Ola Nowak",
    },
    {
      paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
      moneyAmount: 80,
      lessonAmount: 1,
      subject: "Matematyka",
      level: "szkolaP",
      studentName: "Jan Nowak",
    },
  ],
  bills: [{ billId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5d", month: "2026-12", left: 440 }],
};

/** To the student and to who pays: an administrator voided payments, and bills are open again. */
export const paymentVoided = defineNotification({
  kind: "payment-voided",
  label: "Usunięcie wpłaty",
  group: "payments",
  audience: ["Student"],
  optional: true,
  urgency: "usual",
  payload: voidedPayload,
  async revalidate({ payments, bills: reopened, ...facts }, { lookups }): Promise<Voided | null> {
    const valid = await Promise.all(payments.map(({ paymentId }) => lookups.isPaymentValid(paymentId)));
    const gone = payments.filter((_, at) => !valid[at]);
    const left = await Promise.all(
      reopened.map(async (bill) => ({ ...bill, left: await lookups.unpaidOf(bill.billId) })),
    );
    return gone.length === 0
      ? null
      : { ...facts, payments: gone, bills: left.filter((bill) => bill.left > 0) };
  },
  message: ({ payments, bills: open, toBalance = 0, studentId }, { publicUrl }) => {
    const money = zloty(sumOf(payments.map(({ moneyAmount }) => moneyAmount)));
    const [payment, ...others] = payments;
    const only = others.length === 0 ? payment : undefined;
    const [bill, ...otherBills] = open;
    const heading = only ? "Wpłata usunięta" : "Wpłaty usunięte";
    return {
      icon: "🧾",
      subject: `${heading}: ${money}`,
      heading,
      paragraphs: [
        only
          ? "Administrator usunął wpłatę. Nie liczy się już w rozliczeniu."
          : "Administrator usunął wpłaty. Nie liczą się już w rozliczeniu.",
        ...open.map(({ month }) => `${billTitle(month)} znowu czeka na płatność.`),
      ],
      details: [
        { label: "Kwota", value: money },
        ...(only ? voidedPart(only) : payments.map(partOf)),
        ...open.map(({ month, left }) => ({ label: billTitle(month), value: `zostało ${zloty(left)}` })),
        ...detail("Nadpłata do odliczenia", toBalance > 0 ? zloty(toBalance) : ""),
      ],
      action:
        bill && otherBills.length === 0
          ? { label: "Zobacz rachunek", url: billUrl(publicUrl, bill.billId) }
          : {
              label: "Zobacz rozliczenie",
              url: studentId ? moneyUrl(publicUrl, studentId) : screenUrl(publicUrl, "payments"),
            },
    };
  },
  samples: [
    { to: "Student", facts: VOIDED_SAMPLE },
    { to: "Parent", facts: VOIDED_TOGETHER },
  ],
});

function voidedPart({ studentName = "", lessonAmount, ...pair }: NotedPayment) {
  return [
    ...detail("Uczeń", studentName),
    { label: "Liczba lekcji", value: String(lessonAmount) },
    subjectDetail(pair),
  ];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function leftOf({ month, toBill, toBalance }: BillMoney) {
  return [
    ...(toBill > 0 ? [{ label: `Na poczet rachunku za ${billMonth(month)}`, value: zloty(toBill) }] : []),
    ...(toBalance > 0 ? [{ label: "Nadpłata do odliczenia", value: zloty(toBalance) }] : []),
  ];
}

function onlyPart({ studentName = "", lessonAmount, ...pair }: NotedPayment) {
  return [
    ...detail("Uczeń", studentName),
    ...(lessonAmount > 0
      ? [{ label: "Opłacono", value: paidLessons(lessonAmount) }, subjectDetail(pair)]
      : []),
  ];
}

function paidLessons(count: number): string {
  return `${count} ${plural(count, "lekcję", "lekcje", "lekcji")}`;
}

/** `Ola Nowak, Fizyka (liceum, poziom podstawowy)`: `4 lekcje, 360 zł` */
function partOf({ studentName, lessonAmount, moneyAmount, ...pair }: NotedPayment) {
  return {
    label: [studentName, subjectWithLevel(pair)].filter(Boolean).join(", "),
    value: `${lessonCount(lessonAmount)}, ${zloty(moneyAmount)}`,
  };
}
