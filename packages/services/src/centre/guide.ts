import { GUIDE_STEPS, type Guide } from "@korki/contracts/guide";
import { findGuide, hideGuide as hide, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";

/** Returns where a new centre stands; null once it has a lesson, or an administrator hid the guide (rules §28). */
export async function getGuide(ctx: ActorCtx): Promise<Guide> {
  const { isHidden, teacherId, ...done } = await findGuide(ctx.db);
  if (isHidden || done.lessons) return null;
  return { steps: GUIDE_STEPS.map((step) => ({ step, isDone: done[step] })), teacherId };
}

/** Hides the guide for every administrator. */
export async function hideGuide(ctx: ActorCtx): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await hide(tx))) return;
    await recordHistory(tx, ctx, {
      entity: "centre",
      entityId: "settings",
      action: "save",
      changes: { isGuideHidden: { from: false, to: true } },
    });
  });
}
