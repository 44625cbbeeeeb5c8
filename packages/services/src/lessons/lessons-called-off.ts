import type { PlannedLesson, Tx } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { sortByRecipient } from "../outbox";
import { notifiedLesson } from "./notified-lesson";

/** What a message about a cancelled lesson says. */
export type CalledOffLesson = Omit<PlannedLesson, "version" | "status">;

/**
 * Returns one message per person about lessons that the centre cancelled, with those of all children to a parent. `gone` are
 * told nothing, who pays for one of them is.
 */
export async function lessonsCalledOff(
  tx: Tx,
  ctx: ActorCtx,
  lessons: readonly CalledOffLesson[],
  gone: ReadonlySet<string> = new Set(),
): Promise<NotificationRequest[]> {
  const told = await sortByRecipient(
    tx,
    ctx,
    lessons.flatMap((part) => [
      { personId: part.teacherId, tells: "person" as const, part },
      { personId: part.studentId, tells: gone.has(part.studentId) ? "payer" : "payerToo", part } as const,
    ]),
  );
  return told
    .filter(({ to }) => !gone.has(to.recipientId))
    .map(({ to, parts }) => ({
      kind: "lessons-called-off",
      to,
      facts: { lessons: parts.map(notifiedLesson) },
    }));
}
