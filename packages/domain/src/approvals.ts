/** What a child may start that the payer has to agree to (rules §39). */
export const APPROVAL_KINDS = ["series", "order", "guardian"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** What became of such a step; `open` alone waits. */
const APPROVAL_STATUSES = ["open", "agreed", "declined", "expired", "withdrawn"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Without an answer for so long it is declined. */
export const APPROVAL_HOURS = 72;

/** The highest sum, in whole złoty, above which a centre may let payers be asked. */
export const APPROVAL_ABOVE_MAX = 100_000;
