import { availableBlocks, BLOCKS, type BlockSpan, spanHours, type Weekday } from "@korki/domain";
import { useChosenChild } from "../family/family";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";

/** Returns the hour that a select shows: the wanted one if it is offered, otherwise the first. */
export function offeredHour(hours: readonly { value: string }[], wanted: string): string {
  return hours.some(({ value }) => value === wanted) ? wanted : (hours[0]?.value ?? wanted);
}

/**
 * Returns the hours of a weekday that a weekly lesson may have, as choices: those within the teacher's availability.
 *
 * @param teacherId null: nobody's availability counts, as for an administrator
 * @param blocks 2: a double lesson, whose second hour is within it, too
 * @param studentId a parent's child
 */
export function useOfferedHours(
  teacherId: string | null,
  weekday: Weekday,
  blocks: BlockSpan,
  studentId?: string,
) {
  const { role } = useProfile();
  const child = useChosenChild();
  const forChild = role === "Parent" ? { studentId: studentId ?? child?.id } : {};
  const hours = trpc.availability.get.useQuery(
    { teacherId: teacherId ?? "", ...forChild },
    { enabled: teacherId !== null && teacherId !== "" },
  );
  const offered = hours.data ? availableBlocks(hours.data, weekday) : BLOCKS.map(({ index }) => index);
  return offered
    .filter((block) => offered.includes(block + blocks - 1))
    .map((block) => ({ value: String(block), label: spanHours(block, blocks) }));
}
