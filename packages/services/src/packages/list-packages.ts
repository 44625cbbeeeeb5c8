import type { LessonPackage } from "@korki/contracts/packages";
import { listPackages as readPackages } from "@korki/db";
import type { ActorCtx } from "../context";

/** Returns the packages on offer, by level and size. */
export function listPackages(ctx: ActorCtx): Promise<LessonPackage[]> {
  return readPackages(ctx.db);
}
