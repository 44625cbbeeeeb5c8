import type { DayHours, DayRef, DaysInput, SaveDayInput } from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  deleteDayHours,
  findDayHours,
  findHours,
  type HoursWithLessons,
  lockTeacherHours,
  replaceDayHours,
  type Tx,
  transact,
} from "@korki/db";
import {
  type CivilDate,
  type DayHours as DayOffer,
  lastSeriesDate,
  offeredBlocks,
  studentActedFor,
  today,
} from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx } from "../context";
import { invalidInput, notFound, ServiceError } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";

/** Returns the dates on which a teacher's hours differ from the week, for whom `getAvailability` answers (rules §34). */
export async function listDays(
  ctx: ActorCtx,
  { teacherId, studentId, from, to }: DaysInput,
): Promise<DayHours[]> {
  const child = studentActedFor((await actFor(ctx.db, ctx, studentId, "see")).actor);
  const asker = child ? { id: child, role: "Student" } : ctx.actor;
  const first = from ?? today(ctx.now());
  const found = await findHours(ctx.db, teacherId, asker, { first, last: to ?? lastSeriesDate(first) });
  if (!found) throw new ServiceError("not_found", availabilityTexts.teacherNotFound);
  const known = child ? { ...found, lessons: [] } : found;
  return found.hours.days.map((day) => shown(known, day));
}

/**
 * Replaces what a teacher offers on one date beside the week. Lessons stay as they are. A concurrent booking sees either
 * the old hours or the new ones. A teacher whose hours an administrator changes is notified. Throws `input` for a date that is past or more than 12 months ahead.
 */
export async function saveDay(
  ctx: ActorCtx,
  { replaces, sections, ...ref }: SaveDayInput,
): Promise<DayHours> {
  const { date } = ref;
  return transact(ctx.db, async (tx) => {
    const teacherId = await lockDay(tx, ctx, ref);
    const ordered = sections
      .map(({ startBlock, endBlock }) => ({ startBlock, endBlock }))
      .sort((a, b) => a.startBlock - b.startBlock);
    await record(tx, ctx, teacherId, date, { date, replaces, sections: ordered });
    await replaceDayHours(tx, teacherId, { date, replaces, sections: ordered }, ctx.now());
    return dayNow(tx, teacherId, date);
  });
}

/**
 * Makes a date as the teacher's week is. Lessons stay as they are. Notifies as `saveDay`. Throws as `saveDay`, `not_found` for a
 * date that is.
 */
export async function deleteDay(
  ctx: ActorCtx,
  { date, teacherId: whose }: DayRef,
): Promise<Pick<DayHours, "lessonsOutside">> {
  return transact(ctx.db, async (tx) => {
    const teacherId = await lockDay(tx, ctx, { date, teacherId: whose });
    await record(tx, ctx, teacherId, date, null);
    // Which lessons are left outside is known while the date still joins them.
    await replaceDayHours(tx, teacherId, { date, replaces: false, sections: [] }, ctx.now());
    const { lessonsOutside } = await dayNow(tx, teacherId, date);
    await deleteDayHours(tx, teacherId, date);
    return { lessonsOutside };
  });
}

/** Locks the teacher whose day the actor may change, and returns the id. An administrator names the teacher. */
async function lockDay(tx: Tx, ctx: ActorCtx, { date, teacherId }: DayRef): Promise<string> {
  const { id, role } = ctx.actor;
  const whose = role === "Admin" ? teacherId : id;
  if (whose === undefined) throw invalidInput(commonTexts.invalidInput);
  if (role !== "Admin" && teacherId !== undefined && teacherId !== id) throw notFound();
  if (!(await lockTeacherHours(tx, whose))) throw notFound();
  const first = today(ctx.now());
  if (date < first || date > lastSeriesDate(first)) throw invalidInput(availabilityTexts.dayOutOfReach);
  return whose;
}

/** Records a change, and notifies the teacher of one by another person. */
async function record(
  tx: Tx,
  ctx: ActorCtx,
  teacherId: string,
  date: CivilDate,
  after: DayOffer | null,
): Promise<void> {
  const before = await findDayHours(tx, teacherId, date);
  if (!before && !after) throw notFound();
  const changes = diff({ sections: inWords(before) }, { sections: inWords(after) });
  if (Object.keys(changes).length === 0) return;
  await recordHistory(tx, ctx, {
    entity: "availability",
    entityId: teacherId,
    action: after ? "saveDay" : "deleteDay",
    changes: { ...changes, ...diff(null, { date }) },
    teacherId,
  });
  if (teacherId === ctx.actor.id) return;
  const day = after && { replaces: after.replaces, sections: [...after.sections] };
  await notify(tx, ctx, { kind: "hours-changed", to: { userId: teacherId }, facts: { date, day } });
}

/** e.g. `+ 0-3, 5-5`, or `= ` for a free day; empty for a date that is as the week */
function inWords(day: DayOffer | null): string {
  if (!day) return "";
  const sections = day.sections.map(({ startBlock, endBlock }) => `${startBlock}-${endBlock}`).join(", ");
  return `${day.replaces ? "=" : "+"} ${sections}`;
}

async function dayNow(tx: Tx, teacherId: string, date: CivilDate): Promise<DayHours> {
  const asker = { id: teacherId, role: "Teacher" };
  const found = await findHours(tx, teacherId, asker, { first: date, last: date });
  const [day] = found?.hours.days ?? [];
  if (!found || !day) throw new Error("the hours of a date that were written just now are missing");
  return shown(found, day);
}

function shown({ hours, lessons }: HoursWithLessons, day: DayOffer): DayHours {
  const offered = offeredBlocks(hours, day.date);
  const blocks = lessons.filter(({ date }) => date === day.date).map(({ block }) => block);
  return {
    date: day.date,
    replaces: day.replaces,
    sections: [...day.sections],
    lessonsOutside: blocks.filter((block) => !offered.includes(block)),
  };
}
