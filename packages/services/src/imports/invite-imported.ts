import { findImport, insertInvitations, listUninvited, lockImports, type Tx, transact } from "@korki/db";
import { INVITATION_LINK_HOURS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";

/**
 * Invites the students of an import who have neither a password nor an open invitation; doing it again invites nobody
 * twice. Returns how many. Throws `not_found`.
 */
export async function inviteStudents(ctx: ActorCtx, { id }: { id: string }): Promise<{ count: number }> {
  return transact(
    ctx.db,
    async (tx) => {
      await lockImports(tx);
      const found = await findImport(tx, id);
      if (found?.kind !== "students") throw notFound();
      const userIds = await listUninvited(tx, id, ctx.now());
      await inviteImported(tx, ctx, userIds);
      await recordHistory(tx, ctx, {
        entity: "import",
        entityId: id,
        action: "invite",
        changes: { count: { from: null, to: userIds.length } },
      });
      return { count: userIds.length };
    },
    { timeoutMs: 60_000 },
  );
}

/** Makes an invitation for each and writes the e-mails that bring them. */
export async function inviteImported(tx: Tx, ctx: ActorCtx, userIds: readonly string[]): Promise<void> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + INVITATION_LINK_HOURS * 3_600_000);
  const links = await insertInvitations(tx, userIds, { now, expiresAt });
  await notify(
    tx,
    ctx,
    ...links.map(({ linkId, userId }) => ({
      kind: "account-invitation" as const,
      to: { userId },
      facts: { linkId },
    })),
  );
}
