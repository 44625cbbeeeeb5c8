import type { Closure } from "@korki/contracts/closures";
import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import { closureScreenTexts as texts } from "@korki/contracts/texts/closure-screens";
import { BLOCK_COUNT, blockAt, type CivilDate, closes } from "@korki/domain";
import { IconCalendarOff } from "@tabler/icons-react";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import styles from "./closed-days.module.css";

/** The closed days and absences of some days, as a calendar shows them. */
export type ClosedDays = {
  /** those of a day */
  readonly on: (day: CivilDate) => readonly Closure[];
  /** Whether the centre is closed then, or that teacher absent; null: the centre alone counts. */
  readonly isClosed: (teacherId: string | null, day: CivilDate, block: number) => boolean;
};

/**
 * Reads the closures that concern the person between two days.
 *
 * @param of shows one teacher's absences only
 */
export function useClosedDays(from: CivilDate, to: CivilDate, of: string | null = null): ClosedDays {
  const query = trpc.closures.list.useQuery(
    { from, to, pageSize: PAGE_SIZE_MAX },
    { placeholderData: (before) => before },
  );
  const all = query.data?.items ?? [];
  const closures = all.filter(({ teacherId }) => of === null || teacherId === null || teacherId === of);
  return {
    on: (day) => closures.filter((closure) => closure.from <= day && day <= closure.to),
    isClosed: (teacherId, date, block) =>
      closures.some((closure) => closes(closure, { teacherId: teacherId ?? "", date, block })),
  };
}

/** Says what is closed on a day; nothing where the day is open. */
export function ClosedNotes({ closures }: { closures: readonly Closure[] }) {
  const { id, role } = useProfile();
  if (closures.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label={texts.closedThen}>
      {closures.map((closure) => (
        <li key={closure.id} className={styles.note}>
          <IconCalendarOff size={14} aria-hidden />
          <span>{[noteOf(closure), hoursOf(closure)].filter(Boolean).join(", ")}</span>
        </li>
      ))}
    </ul>
  );

  function noteOf({ teacherId, teacherName, label }: Closure): string {
    if (teacherId === null) return texts.centreClosedOn(label);
    if (teacherId === id) return texts.ownAbsence(label);
    return role === "Admin" ? texts.absenceOf(teacherName, label) : texts.teacherAbsentOn(teacherName);
  }
}

/** The hours of a closure, empty for whole days. */
export function hoursOf({ fromBlock, toBlock }: Pick<Closure, "fromBlock" | "toBlock">): string {
  if (fromBlock === null && toBlock === null) return "";
  return `${blockAt(fromBlock ?? 0).start}–${blockAt(toBlock ?? BLOCK_COUNT - 1).end}`;
}
