import type { AvailabilitySection } from "@korki/contracts/availability";
import { bySection, lockAvailability, replaceAvailability, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { diff, recordHistory } from "../history";

/**
 * Replaces the teacher's weekly availability. Booked lessons stay as they are (rules §4). A concurrent booking sees
 * either the old week or the new one.
 */
export async function saveAvailability(
  ctx: ActorCtx,
  input: readonly AvailabilitySection[],
): Promise<AvailabilitySection[]> {
  const sections = [...input].sort(bySection);
  return transact(ctx.db, async (tx) => {
    const teacherId = ctx.actor.id;
    const before = await lockAvailability(tx, teacherId);
    const changes = diff({ sections: inWords(before) }, { sections: inWords(sections) });
    if (Object.keys(changes).length === 0) return sections;
    await replaceAvailability(tx, teacherId, sections);
    await recordHistory(tx, ctx, {
      entity: "availability",
      entityId: teacherId,
      action: "save",
      changes,
      teacherId,
    });
    return sections;
  });
}

/** e.g. `pon 0-3, wt 5-5` */
function inWords(sections: readonly AvailabilitySection[]): string {
  return sections.map(({ day, startBlock, endBlock }) => `${day} ${startBlock}-${endBlock}`).join(", ");
}
