import { LESSON_PLACES, type ROOM_CLOSINGS, ROOM_ROLES, ROOM_SIGNALS } from "@korki/domain";
import { z } from "zod";
import type { BoardDraftsInput, BoardOperation } from "./board";
import * as field from "./fields";
import { commonTexts } from "./texts/common";

export const roomRef = z.object({ lessonId: field.id });
export type RoomRef = z.infer<typeof roomRef>;

const roomRole = z.enum(ROOM_ROLES);

/** Somebody who is in a room. */
const roomPerson = z.object({
  userId: field.id,
  name: z.string(),
  surname: z.string(),
  role: roomRole,
  since: field.timestamp,
});
type RoomPerson = z.infer<typeof roomPerson>;

/** The room of a lesson (rules §30). */
export const room = z.object({
  mode: z.enum(LESSON_PLACES),
  opensAt: field.timestamp,
  closesAt: field.timestamp,
  isOpen: z.boolean(),
  people: z.array(roomPerson),
  /** Of the first hour of a double lesson alone: the lesson of the second, which has a room of its own (rules §34). */
  laterId: field.id.optional(),
});
export type Room = z.infer<typeof room>;

/** Where a lesson outside the product's rooms takes place. */
export const roomAddress = z.object({ address: z.string() });
export type RoomAddress = z.infer<typeof roomAddress>;

/** Who was in a lesson's room and when; `leftAt` null: still there. */
export const roomEvidence = z.object({
  visits: z.array(
    z.object({
      userId: field.id,
      role: roomRole,
      enteredAt: field.timestamp,
      leftAt: field.timestamp.nullable(),
    }),
  ),
  teacherSeconds: z.int(),
  studentSeconds: z.int(),
  togetherSeconds: z.int(),
});
export type RoomEvidence = z.infer<typeof roomEvidence>;

/** What a client sends to enter; `window` names the one that it had, so that a new connection goes on with it. */
export const enterRoomInput = roomRef.extend({ window: field.id.optional() });
export type EnterRoomInput = z.infer<typeof enterRoomInput>;

/** What is nested deeper is no signal, and cannot always be written as JSON again. */
const SIGNAL_DEPTH_MAX = 32;

function isWithinDepth(data: unknown, depth = SIGNAL_DEPTH_MAX): boolean {
  if (typeof data !== "object" || data === null) return true;
  return depth > 0 && Object.values(data).every((value) => isWithinDepth(value, depth - 1));
}

function isWithinBytes(data: unknown): boolean {
  if (data === undefined || !isWithinDepth(data)) return false;
  return new TextEncoder().encode(JSON.stringify(data)).length <= ROOM_SIGNALS.bytesMax;
}

/** What one window tells another: anything that WebRTC needs. */
export const roomSignal = z
  .object({ to: field.id, generation: z.int().min(0).max(2_000_000_000), data: z.unknown() })
  .refine(({ data }) => isWithinBytes(data), commonTexts.invalidInput);
type RoomSignal = z.infer<typeof roomSignal>;

/** The person in a room by the window that signals name. */
export type RoomWindow = RoomPerson & { window: string };

/** How a browser reaches the others. */
export type IceServer = { urls: string[]; username: string; credential: string };

/** The answer to who entered. `generation` counts the windows of the room. */
export type EnteredRoom = {
  /** The caller's window. */
  self: string;
  generation: number;
  iceServers: IceServer[];
  iceTransportPolicy: "all" | "relay";
  people: RoomWindow[];
  /** The board's last number. */
  lastSeq: number;
};

/** The acknowledgement of an event that failed. */
export type RefusedInRoom = { error: string; status: number; retryAfterSeconds?: number };

/** The events of the namespace `/room`; each payload and acknowledgement is an object. */
export const ROOM_NAMESPACE = "/room";

export type RoomClientEvents = {
  enter(input: EnterRoomInput, acknowledge: (answer: EnteredRoom | RefusedInRoom) => void): void;
  signal(signal: RoomSignal): void;
  leave(input: Record<string, never>, acknowledge?: (answer: { ok: true }) => void): void;
  /** What was drawn (rules §31). */
  board(input: BoardDraftsInput, acknowledge?: (answer: { seqs: number[] } | RefusedInRoom) => void): void;
  /** A fresh access token of the same session. */
  renew(input: { token: string }, acknowledge?: (answer: { ok: true } | RefusedInRoom) => void): void;
};

export type RoomServerEvents = {
  people(list: { people: RoomWindow[] }): void;
  signal(signal: { from: string; generation: number; data: unknown }): void;
  board(drawn: { operations: BoardOperation[] }): void;
  "taken-over"(nothing: Record<string, never>): void;
  closed(why: { reason: (typeof ROOM_CLOSINGS)[number] }): void;
};
