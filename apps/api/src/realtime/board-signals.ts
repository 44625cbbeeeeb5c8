import { type LoggedOperation, signalBoard } from "@korki/db";
import type { Services } from "@korki/services";
import { z } from "zod";

/** Which operations of a lesson's log were added, and by which process; "call": by one that showed them to no window. */
export const boardSignal = z.object({
  from: z.string(),
  lessonId: z.string(),
  since: z.int(),
  upTo: z.int(),
});

/** Tells the processes that operations were added to a lesson's log. */
export async function announceBoard(
  { db }: Pick<Services, "db">,
  lessonId: string,
  stored: readonly LoggedOperation[],
  from = "call",
): Promise<void> {
  const [first, last] = [stored[0], stored.at(-1)];
  if (!first || !last) return;
  const signal: z.infer<typeof boardSignal> = { from, lessonId, since: first.seq - 1, upTo: last.seq };
  await signalBoard(db, JSON.stringify(signal));
}
