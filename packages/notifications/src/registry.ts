import type { NotificationGroup } from "@korki/contracts/notifications";
import type { Role } from "@korki/domain";
import type { z } from "zod";
import type { Audience, OnlyChannel, StoredNotification, Urgency } from "./define-notification";
import { NOTIFICATIONS } from "./kinds";

type Registered = (typeof NOTIFICATIONS)[number];

/** The kinds of notification. */
export type NotificationKind = Registered["kind"];

/** The payload of each kind. */
export type NotificationPayload = { [N in Registered as N["kind"]]: z.infer<N["payload"]> };

/** A kind with its payload. */
export type NotificationContent = {
  [K in NotificationKind]: { kind: K; facts: NotificationPayload[K] };
}[NotificationKind];

/** What a use case passes to `notify`: the recipient, the facts and the time. */
export type NotificationRequest = NotificationContent & {
  /**
   * `payerOf`: the person who pays for the student, who is the student if no parent does. `recipientId`: this person alone,
   * as the parent of the child if one is named.
   */
  to:
    | { userId: string }
    | { email: string }
    | { payerOf: string }
    | { recipientId: string; childId: string | null };
  /** The student whose payer is notified too, if the recipient is another person. */
  payerOf?: string;
  /** At most one notification per key, ever. */
  dedupeKey?: string;
  /** Not before then; at once if left out. */
  dueAt?: Date;
};

/** Why a row of the outbox cannot be read. */
export type UnreadableReason = "unknown-kind" | "invalid-payload";

/** Reads a row of the outbox, or returns why it cannot be read. */
export function readNotification(kind: string, stored: unknown): StoredNotification | UnreadableReason {
  const definition = NOTIFICATIONS.find((each) => each.kind === kind);
  return definition ? (definition.read(stored) ?? "invalid-payload") : "unknown-kind";
}

/** A kind as people see it in a list. */
export type LabelledKind = { kind: string; label: string };

/** A kind that may be switched off. */
type OptionalKind = LabelledKind & { group: NotificationGroup; only?: OnlyChannel | undefined };

/** Every kind with its label. */
export const NOTIFICATION_LABELS: readonly LabelledKind[] = NOTIFICATIONS.map(({ kind, label }) => ({
  kind,
  label,
}));

/** Returns a kind's label, or the kind itself if it is no longer known: rows outlive the list of kinds. */
export function notificationLabel(kind: string): string {
  return NOTIFICATION_LABELS.find((each) => each.kind === kind)?.label ?? kind;
}

/**
 * Returns the kinds that a role receives and may switch off, in the order of the preferences. Parents receive what is
 * for their children.
 */
export function optionalKinds(role: Role): OptionalKind[] {
  const isReceivedBy = (audience: readonly Audience[]) =>
    audience.includes(role) || (role === "Parent" && audience.includes("Student"));
  return NOTIFICATIONS.filter(({ optional, audience }) => optional && isReceivedBy(audience));
}

/** Returns how soon a kind has to go out; as usual if it is no longer known. */
export function urgencyOf(kind: string): Urgency {
  return NOTIFICATIONS.find((each) => each.kind === kind)?.urgency ?? "usual";
}

/** Whether a student's payer receives the student's notification too. */
export function tellsPayer(kind: NotificationKind): boolean {
  return NOTIFICATIONS.some((each) => each.kind === kind && each.tellsPayer);
}

/** Whether a kind may be switched off by some recipient; e-mail stays for what may not. */
export function isOptional(kind: string): boolean {
  return NOTIFICATIONS.some((each) => each.kind === kind && each.optional);
}

/** The kinds that go to devices: all but accounts' and those that go by one channel alone (rules §33). */
export const PUSH_KINDS: readonly string[] = NOTIFICATIONS.filter(
  ({ kind, only, isForDevices }: { kind: string; only?: OnlyChannel; isForDevices?: false }) =>
    only === undefined && isForDevices !== false && !isAccountKind(kind),
).map(({ kind }) => kind);

/** Whether a kind concerns the account itself: sent by e-mail only, and never switched off. */
export function isAccountKind(kind: string): boolean {
  return kind.startsWith("account-");
}
