import { createHash } from "node:crypto";
import type { EnterRoomInput, RoomWindow } from "@korki/contracts/classroom";
import { classroomTexts } from "@korki/contracts/texts/classroom";
import {
  type Executor,
  endVisitsOf,
  insertVisit,
  isVisit,
  lockRoom,
  newId,
  type PresentRow,
  resumeVisit,
  type Tx,
  throughRestart,
  transact,
} from "@korki/db";
import { ROOM_PEOPLE_MAX, roomHours } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, ServiceError } from "../errors";
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

/** Another window of the person has taken over the one that a connection wants to go on with. */
export class TakenOver extends ServiceError {
  constructor() {
    super("conflict", classroomTexts.takenOver);
  }
}

/**
 * Enters the room of a lesson (rules §30); `window` goes on with the one that the connection before had. Throws
 * `not_found`, `conflict` outside the opening hours, for a lesson that takes place elsewhere and for a fifth person, and
 * `TakenOver` where the person has another window by now.
 */
export async function enterRoom(ctx: ActorCtx, { lessonId, window }: EnterRoomInput): Promise<Entered> {
  const resumed = window === undefined ? null : await throughRestart(() => resume(ctx, lessonId, window));
  return resumed ?? transact(ctx.db, (tx) => enterAnew(tx, ctx, lessonId, window));
}

/** Returns null where the window is gone. */
async function resume(ctx: ActorCtx, lessonId: string, window: string): Promise<Entered | null> {
  const place = await findEnterable(ctx.db, ctx, lessonId);
  const visit = { lessonId, userId: ctx.actor.id, now: ctx.now() };
  const resumed = await resumeVisit(ctx.db, { ...visit, ids: [window, successorOf(window, visit)] });
  if (!resumed) return null;
  const people = (await presentIn(ctx.db, ctx, [lessonId])).map(toWindow);
  return { ...place, window: resumed.id, generation: resumed.generation, people, takenOver: [] };
}

/** People enter one after another. `gone`: the window that the caller had. */
async function enterAnew(tx: Tx, ctx: ActorCtx, lessonId: string, gone?: string): Promise<Entered> {
  await lockRoom(tx, lessonId);
  const { role, ...place } = await findEnterable(tx, ctx, lessonId);
  const visit = { lessonId, userId: ctx.actor.id, now: ctx.now() };
  const present = await presentIn(tx, ctx, [lessonId]);
  const isOwn = ({ userId }: PresentRow) => userId === ctx.actor.id;
  // Only a person takes over, by entering; a connection that comes back does not.
  if (gone !== undefined && present.some((each) => isOwn(each) && each.window !== gone))
    throw new TakenOver();
  const others = present.filter((each) => !isOwn(each));
  if (new Set(others.map(({ userId }) => userId)).size >= ROOM_PEOPLE_MAX) {
    throw conflict(classroomTexts.full);
  }
  const takenOver = await endVisitsOf(tx, visit);
  const successor = gone === undefined ? null : successorOf(gone, visit);
  const id = successor !== null && !(await isVisit(tx, successor)) ? successor : newId();
  const generation = await insertVisit(tx, { ...visit, id, role, closesAt: place.closesAt });
  const people = (await presentIn(tx, ctx, [lessonId])).map(toWindow);
  return { ...place, window: id, generation, people, takenOver };
}

/**
 * The window after one that is gone. If the answer to its entry is lost, the same window is found when it is asked again.
 */
function successorOf(window: string, { lessonId, userId }: { lessonId: string; userId: string }): string {
  const hex = createHash("sha256").update(`${lessonId}/${userId}/${window}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

async function findEnterable(on: Executor, ctx: ActorCtx, lessonId: string) {
  const room = await findOpenableRoom(on, ctx, lessonId);
  requireOpen(ctx, room);
  if (placeOf(ctx.settings, room).mode === "outside") throw conflict(classroomTexts.takesPlaceElsewhere);
  return {
    role: room.role,
    concerned: [room.teacherId, room.studentId, ctx.actor.id],
    closesAt: roomHours(room).closesAt,
  };
}

/** As other windows see somebody. */
export function toWindow({ userId, name, surname, role, since, window }: PresentRow): RoomWindow {
  return { userId, name, surname, role, since, window };
}
