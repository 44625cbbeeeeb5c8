import { countAttention } from "@korki/db";
import type { Role } from "@korki/domain";
import { attentionQueries } from "../attention/get-attention";
import { type Services, systemCtx } from "../context";

/** Unread messages of one conversation that are counted. */
const UNREAD_MAX = 99;

/** Counts what stands on the badge of the installed application: "Co teraz" and unread messages (rules §33). */
export async function countBadge(services: Services, person: { id: string; role: Role }): Promise<number> {
  const ctx = { ...systemCtx(services), actor: { ...person, sessionId: "push" } };
  const queries = await attentionQueries(ctx, { limit: 0, offset: 0 });
  return countAttention(services.db, queries, { readerId: person.id, most: UNREAD_MAX });
}
