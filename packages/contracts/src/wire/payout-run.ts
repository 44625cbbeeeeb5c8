import { z } from "zod";
import * as field from "../fields";
import { type PayoutRunPreview, payoutRunInput } from "../payments";

export const wirePayoutRunPreview = z.object({
  rows: z.array(z.object({ teacherId: field.id, due: z.int() })),
  waiting: z.array(z.object({ teacherId: field.id, reason: z.string() })),
  token: z.string(),
});

export function payoutRunPreviewToWire({
  rows,
  waiting,
  token,
}: PayoutRunPreview): z.infer<typeof wirePayoutRunPreview> {
  return {
    rows: rows.map(({ teacherId, due }) => ({ teacherId, due })),
    waiting: waiting.map(({ teacherId, reason }) => ({ teacherId, reason })),
    token,
  };
}

/** The body of `PUT /admin/payout_run`. */
export const wirePayoutRun = payoutRunInput.extend({
  rows: z.array(
    z.object({ teacherId: field.id, moneyAmount: field.someMoney, desc: field.description.optional() }),
  ),
});

export function payoutRunFromWire({
  rows,
  ...run
}: z.output<typeof wirePayoutRun>): z.input<typeof payoutRunInput> {
  return {
    ...run,
    rows: rows.map(({ desc, ...row }) => ({ ...row, ...(desc === undefined ? {} : { description: desc }) })),
  };
}
