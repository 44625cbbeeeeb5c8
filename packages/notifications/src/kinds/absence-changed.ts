import * as field from "@korki/contracts/fields";
import { dayOfYear } from "@korki/contracts/texts/dates";
import { BLOCK_COUNT, blockAt } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

const TEXTS = {
  added: {
    heading: "Administrator zapisał Twoją nieobecność",
    paragraph: "W tym czasie nikt nie zarezerwuje lekcji z Tobą.",
  },
  removed: {
    heading: "Administrator usunął Twoją nieobecność",
    paragraph: "W tym czasie można znowu rezerwować lekcje z Tobą.",
  },
};

/** To a teacher whose absence an administrator adds, where no lesson was planned then, or removes. */
export const absenceChanged = defineNotification({
  kind: "absence-changed",
  label: "Nieobecność zapisana przez administratora",
  group: "changes",
  audience: ["Teacher"],
  optional: true,
  urgency: "urgent",
  payload: z.object({
    event: z.enum(["added", "removed"]),
    from: field.civilDate,
    to: field.civilDate,
    fromBlock: field.block.nullable(),
    toBlock: field.block.nullable(),
    label: z.string(),
  }),
  revalidate: alwaysTrue,
  message: ({ event, from, to, fromBlock, toBlock, label }, context) => ({
    icon: "📆",
    subject: TEXTS[event].heading,
    heading: TEXTS[event].heading,
    paragraphs: [TEXTS[event].paragraph],
    details: [
      { label: "Dni", value: from === to ? dayOfYear(from) : `${dayOfYear(from)} – ${dayOfYear(to)}` },
      ...(fromBlock === null && toBlock === null
        ? []
        : [
            {
              label: "Godziny",
              value: `${blockAt(fromBlock ?? 0).start}–${blockAt(toBlock ?? BLOCK_COUNT - 1).end}`,
            },
          ]),
      ...(label === "" ? [] : [{ label: "Opis", value: label }]),
    ],
    action: { label: "Zobacz nieobecności", url: screenUrl(context.publicUrl, "closures") },
  }),
  samples: [
    {
      to: "Teacher",
      facts: {
        event: "added",
        from: "2026-11-24",
        to: "2026-11-27",
        fromBlock: null,
        toBlock: null,
        label: "Szkolenie",
      },
    },
    {
      to: "Teacher",
      facts: { event: "removed", from: "2026-11-24", to: "2026-11-24", fromBlock: 8, toBlock: 10, label: "" },
    },
  ],
});
