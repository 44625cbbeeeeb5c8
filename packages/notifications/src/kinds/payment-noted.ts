import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { plural } from "@korki/domain";
import { z } from "zod";
import { lessonCount, subjectDetail } from "../balances";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { detail } from "../message";

const notedPayment = z.object({
  paymentId: field.id,
  moneyAmount: z.int(),
  lessonAmount: z.int(),
  subject: field.subject,
  level: field.level,
  /** For whom, where the message is not about one child. */
  studentName: z.string().optional(),
});
type NotedPayment = z.infer<typeof notedPayment>;
const payload = notedPayment.extend({ others: z.array(notedPayment).optional() });
type Noted = z.infer<typeof payload>;

/** To the student and to who pays: money came in; `others`: for further subjects or children at once. */
export const paymentNoted = defineNotification({
  kind: "payment-noted",
  label: "Zaksięgowanie wpłaty",
  group: "payments",
  audience: ["Student"],
  optional: true,
  payload,
  async revalidate({ others = [], ...payment }, { lookups }): Promise<Noted | null> {
    const payments = [payment, ...others];
    const valid = await Promise.all(payments.map(({ paymentId }) => lookups.isPaymentValid(paymentId)));
    const [first, ...rest] = payments.filter((_, at) => valid[at]);
    if (!first) return null;
    return rest.length > 0 ? { ...first, others: rest } : first;
  },
  message: ({ others = [], ...payment }, { publicUrl }) => {
    const payments: NotedPayment[] = [payment, ...others];
    const money = payments.reduce((sum, { moneyAmount }) => sum + moneyAmount, 0);
    return {
      icon: "💰",
      subject: `Wpłata zaksięgowana: ${zloty(money)}`,
      heading: "Wpłata zaksięgowana",
      paragraphs: ["Dziękujemy! Opłacone lekcje są już dostępne."],
      details: [
        { label: "Kwota", value: zloty(money) },
        ...(payments.length > 1 ? payments.map(partOf) : onlyPart(payment)),
      ],
      action: { label: "Zobacz historię wpłat", url: screenUrl(publicUrl, "payments") },
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
      },
    },
    {
      to: "Student",
      facts: {
        ...{ paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", moneyAmount: 360, lessonAmount: 4 },
        ...{ subject: "Fizyka", level: "liceumP", studentName: "Ola Nowak" },
        others: [
          {
            ...{ paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b", moneyAmount: 80, lessonAmount: 1 },
            ...{ subject: "Matematyka", level: "szkolaP", studentName: "Jan Nowak" },
          },
        ],
      },
    },
  ],
});

function onlyPart({ studentName = "", lessonAmount, ...pair }: NotedPayment) {
  return [
    ...detail("Uczeń", studentName),
    { label: "Opłacono", value: `${lessonAmount} ${plural(lessonAmount, "lekcję", "lekcje", "lekcji")}` },
    subjectDetail(pair),
  ];
}

/** `Ola Nowak, Fizyka (liceum, poziom podstawowy)`: `4 lekcje, 360 zł` */
function partOf({ studentName, lessonAmount, moneyAmount, ...pair }: NotedPayment) {
  return {
    label: [studentName, subjectWithLevel(pair)].filter(Boolean).join(", "),
    value: `${lessonCount(lessonAmount)}, ${zloty(moneyAmount)}`,
  };
}
