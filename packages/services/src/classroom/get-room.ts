import type { Room, RoomAddress, RoomEvidence, RoomRef } from "@korki/contracts/classroom";
import { classroomTexts } from "@korki/contracts/texts/classroom";
import { insertVisit, listVisits, newId, transact } from "@korki/db";
import { mergeVisits, presenceOf, roomDoor, roomHours } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { placeOf } from "../lessons/room-place";
import { findOpenableRoom, findOwnRoom, presentIn, requireOpen } from "./find-room";

/** Returns the room of a lesson and who is in it. Throws `not_found`, `conflict` for a cancelled lesson. */
export async function getRoom(ctx: ActorCtx, { lessonId }: RoomRef): Promise<Room> {
  const found = await findOpenableRoom(ctx.db, ctx, lessonId);
  const door = roomDoor(found, ctx.now());
  if (door === "cancelled") throw conflict(classroomTexts.cancelled);
  const { opensAt, closesAt } = roomHours(found);
  const present = await presentIn(ctx.db, ctx, [lessonId]);
  return {
    mode: placeOf(ctx.settings, found).mode,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    isOpen: door === "open",
    ...(found.laterId !== null && { laterId: found.laterId }),
    people: present.map(({ userId, name, surname, role, since }) => ({ userId, name, surname, role, since })),
  };
}

/**
 * Notes that the actor goes to a lesson's address outside, and returns it. Throws `not_found`, `conflict` outside the
 * opening hours and for a lesson in the product's own room.
 */
export async function visitRoom(ctx: ActorCtx, { lessonId }: RoomRef): Promise<RoomAddress> {
  return transact(ctx.db, async (tx) => {
    const found = await findOpenableRoom(tx, ctx, lessonId);
    requireOpen(ctx, found);
    const { mode, address } = placeOf(ctx.settings, found);
    if (mode === "own") throw conflict(classroomTexts.takesPlaceHere);
    const visit = { id: newId(), lessonId, userId: ctx.actor.id, role: found.role };
    await insertVisit(tx, { ...visit, now: ctx.now(), closesAt: roomHours(found).closesAt, isPassing: true });
    return { address };
  });
}

/** Returns who was in a lesson's room, and for how long the teacher, the student and both. Throws `not_found`. */
export async function getEvidence(ctx: ActorCtx, { lessonId }: RoomRef): Promise<RoomEvidence> {
  await findOwnRoom(ctx.db, ctx, lessonId);
  const now = ctx.now();
  const visits = await listVisits(ctx.db, [lessonId], now);
  return {
    visits: mergeVisits(visits).map(({ userId, role, enteredAt, leftAt }) => ({
      userId,
      role,
      enteredAt: enteredAt.toISOString(),
      leftAt: leftAt?.toISOString() ?? null,
    })),
    ...presenceOf(visits, now),
  };
}
