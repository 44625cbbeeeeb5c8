import type { EnterRoomInput, RoomWindow } from "@korki/contracts/classroom";
import { classroomTexts } from "@korki/contracts/texts/classroom";
import { endVisitsOf, insertVisit, lockRoom, newId, type PresentRow, resumeVisit, transact } from "@korki/db";
import { ROOM_PEOPLE_MAX, roomHours } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { placeOf } from "../lessons/room-place";
import { findOpenableRoom, presentIn, requireOpen } from "./find-room";

/** What entering gave: the caller's window, and the earlier windows of the person that it takes over. */
type Entered = {
  window: string;
  generation: number;
  people: RoomWindow[];
  takenOver: string[];
  /** Everybody whose changes may close the room. */
  concerned: string[];
  closesAt: Date;
};

/**
 * Enters the room of a lesson (rules §30); `window` goes on with the one that the connection before had. People enter
 * one after another. Throws `not_found`, `conflict` outside the opening hours, for a lesson that takes place elsewhere
 * and for a fifth person.
 */
export async function enterRoom(ctx: ActorCtx, { lessonId, window }: EnterRoomInput): Promise<Entered> {
  return transact(ctx.db, async (tx) => {
    await lockRoom(tx, lessonId);
    const room = await findOpenableRoom(tx, ctx, lessonId);
    requireOpen(ctx, room);
    if (placeOf(ctx.settings, room).mode === "outside") throw conflict(classroomTexts.takesPlaceElsewhere);
    const visit = { lessonId, userId: ctx.actor.id, now: ctx.now() };
    const concerned = [room.teacherId, room.studentId, ctx.actor.id];
    const { closesAt } = roomHours(room);

    const resumed = window === undefined ? null : await resumeVisit(tx, { ...visit, id: window });
    if (window !== undefined && resumed !== null) {
      const people = (await presentIn(tx, ctx, [lessonId])).map(toWindow);
      return { window, generation: resumed, people, takenOver: [], concerned, closesAt };
    }
    const others = (await presentIn(tx, ctx, [lessonId])).filter(({ userId }) => userId !== ctx.actor.id);
    if (new Set(others.map(({ userId }) => userId)).size >= ROOM_PEOPLE_MAX) {
      throw conflict(classroomTexts.full);
    }
    const takenOver = await endVisitsOf(tx, visit);
    const id = newId();
    const generation = await insertVisit(tx, { ...visit, id, role: room.role, closesAt });
    const people = (await presentIn(tx, ctx, [lessonId])).map(toWindow);
    return { window: id, generation, people, takenOver, concerned, closesAt };
  });
}

/** As other windows see somebody. */
export function toWindow({ userId, name, surname, role, since, window }: PresentRow): RoomWindow {
  return { userId, name, surname, role, since, window };
}
