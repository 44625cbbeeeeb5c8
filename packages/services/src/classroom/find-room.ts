import { classroomTexts, doorText } from "@korki/contracts/texts/classroom";
import { type Executor, findRoom, listPresent, type PresentRow, type RoomRow } from "@korki/db";
import { type RoomRole, roomDoor, roomHours } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { lessonNotFound } from "../lessons/lesson-refusals";

/** A lesson's room, and as whom the actor belongs to it. */
type OwnRoom = RoomRow & { role: RoomRole; laterId: string | null };

/** Finds the room of a lesson of the actor's, or of a parent's child. Throws `not_found` for all others. */
export async function findOwnRoom(on: Executor, { actor }: ActorCtx, lessonId: string): Promise<OwnRoom> {
  const room = await findRoom(on, { lessonId, userId: actor.id });
  if (!room || room.role === null) throw lessonNotFound();
  return { ...room, role: room.role };
}

/** Whether somebody may be in a room: not who belongs to it as teacher or student and was unassigned from the other. */
export function mayEnter({ role, isUnassigned }: RoomRow): boolean {
  return role !== null && !(isUnassigned && (role === "teacher" || role === "student"));
}

/** Finds the room that the actor may enter during its hours. Throws `not_found` for all others. */
export async function findOpenableRoom(on: Executor, ctx: ActorCtx, lessonId: string): Promise<OwnRoom> {
  const room = await findOwnRoom(on, ctx, lessonId);
  if (!mayEnter(room)) throw lessonNotFound();
  return room;
}

/** Throws `conflict` with the hours in words if nobody can enter the room now. */
export function requireOpen(ctx: ActorCtx, room: RoomRow): void {
  const now = ctx.now();
  const door = roomDoor(room, now);
  if (door !== "open") throw conflict(doorText(door, roomHours(room), now));
}

/** Returns who is in a room. */
export function presentIn(
  on: Executor,
  ctx: Pick<ActorCtx, "now">,
  lessonIds: readonly string[],
): Promise<PresentRow[]> {
  return listPresent(on, lessonIds, { now: ctx.now(), childsParent: classroomTexts.childsParent });
}
