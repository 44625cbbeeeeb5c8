import type { CalendarFilters, CalendarLesson, TeacherLane } from "@korki/contracts/admin-lessons";
import { type CivilDate, teaches } from "@korki/domain";
import type { ClosedDays } from "../../../closures/closed-days";

/** Most lanes of one page, so that a big centre's day stays quick. */
const LANES_SHOWN = 30;

/** Asks for the lanes of a day. `onlyWithEntries`: of the teachers who have something on. */
export function lanesOf(
  day: CivilDate,
  { page = 1, ...asked }: CalendarFilters & { onlyWithEntries?: boolean; page?: number } = {},
) {
  return { ...asked, from: day, to: day, page, pageSize: LANES_SHOWN };
}

/** How many pages so many lanes take. */
export function pagesOf(total: number): number {
  return Math.ceil(total / LANES_SHOWN);
}

/** How a teacher's block stands, apart from what is shown in it. */
export type SlotState = "closed" | "taken" | "busy" | "outside" | "open";

/** Returns how a block of a teacher's lane stands; what forbids a lesson comes before what only asks. */
export function slotState(lane: TeacherLane, closed: ClosedDays, date: CivilDate, block: number): SlotState {
  const day = lane.days.find((each) => each.date === date);
  if (closed.isClosed(lane.teacher.id, date, block)) return "closed";
  if (day?.taken.includes(block)) return "taken";
  if (day?.busy.includes(block)) return "busy";
  return day?.offered.includes(block) ? "open" : "outside";
}

/** Why a teacher cannot take over a lesson at its hour. */
export type LaneRefusal = "mayNot" | "subject" | "closed" | "taken" | "busy";

/** Returns why a lesson cannot be given to the teacher of another lane, as the server would; null where it can. */
export function laneRefusal(
  lane: TeacherLane,
  closed: ClosedDays,
  lesson: CalendarLesson,
): LaneRefusal | null {
  if (!lane.maySubstitute) return "mayNot";
  if (!teaches(lane.subjects, lesson)) return "subject";
  const state = slotState(lane, closed, lesson.date, lesson.block);
  return state === "open" || state === "outside" ? null : state;
}
