import type { NotificationFacts, NotificationKind } from "./kinds";

/** What a use case hands to the outbox: whom to tell what, and when. */
export type NotificationRequest = {
  [K in NotificationKind]: {
    kind: K;
    to: { userId: string } | { email: string };
    facts: NotificationFacts[K];
    /** At most one notification per key, ever. */
    dedupeKey?: string;
    /** Not before then; at once when left out. */
    dueAt?: Date;
  };
}[NotificationKind];
