import { listUnread } from "@korki/db";
import type { Role } from "@korki/domain";
import { getAttention } from "../attention/get-attention";
import { type Services, systemCtx } from "../context";

/** Unread messages of one conversation that are counted. */
const UNREAD_MAX = 99;

/** Counts what stands on the badge of the installed application: "Co teraz" and unread messages (rules §33). */
export async function countBadge(services: Services, person: { id: string; role: Role }): Promise<number> {
  const ctx = { ...systemCtx(services), actor: { ...person, sessionId: "push" } };
  const [attention, unread] = await Promise.all([
    getAttention(ctx, { items: 1 }),
    listUnread(services.db, person.id, UNREAD_MAX),
  ]);
  return [...attention, ...unread].reduce((sum, { count }) => sum + count, 0);
}
