import type { PolicyVersion } from "@korki/contracts/cancellation";
import { cutOffText } from "@korki/contracts/texts/cancellation";
import { commonTexts } from "@korki/contracts/texts/common";
import { insertPolicy, listPolicies, type PolicyRow, transact } from "@korki/db";
import type { CancellationPolicy } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { diff, recordHistory } from "../history";

/** Returns the policy in force; null if the centre never had one. */
export async function getPolicy(ctx: ActorCtx): Promise<PolicyVersion | null> {
  const [current] = await listPolicies(ctx.db, 1);
  return current ?? null;
}

/** Returns every version, newest first. */
export function listPolicyVersions(ctx: ActorCtx): Promise<PolicyVersion[]> {
  return listPolicies(ctx.db, null);
}

/**
 * An administrator replaces the whole policy. Lessons that exist keep the version that was in force when they were
 * created. Throws `conflict` if another version came after the one that was read.
 */
export async function savePolicy(ctx: ActorCtx, policy: CancellationPolicy): Promise<PolicyVersion> {
  return transact(ctx.db, async (tx) => {
    const [before] = await listPolicies(tx, 1);
    if (!(await insertPolicy(tx, policy, ctx.now(), ctx.actor.id)))
      throw conflict(commonTexts.changedMeanwhile);
    const [saved] = await listPolicies(tx, 1);
    if (!saved) throw new Error("a saved policy was not found");
    await recordHistory(tx, ctx, {
      entity: "policy",
      entityId: String(saved.version),
      action: "save",
      changes: diff(before ? values(before) : null, values(saved)),
    });
    return saved;
  });
}

function values({ cutOff, createdAt: _, ...policy }: PolicyRow) {
  return { ...policy, cutOff: cutOffText(cutOff) };
}
