import { createHmac, randomBytes } from "node:crypto";
import type { RoomRow } from "@korki/db";
import { type LessonPlace, roomPath } from "@korki/domain";
import type { Settings } from "@korki/settings";

/** Random bytes in a room's name, so that rooms cannot be guessed. */
const ROOM_BYTES = 16;

/** Returns the address of an unguessable room outside the product; it opens in a browser. */
export function newRoom(meetingBaseUrl: string): string {
  return `${meetingBaseUrl}korki-${randomBytes(ROOM_BYTES).toString("hex")}`;
}

/** Returns the address of a lesson's room outside the product: nobody can guess it, and everybody gets the same. */
export function outsideRoom(
  { meetingBaseUrl, authSecret }: Pick<Settings, "meetingBaseUrl" | "authSecret">,
  lessonId: string,
): string {
  const name = createHmac("sha256", `lesson-room:${authSecret}`).update(lessonId).digest("hex");
  return `${meetingBaseUrl}korki-${name.slice(0, 2 * ROOM_BYTES)}`;
}

/** Returns the address of a lesson's own room. */
export function ownRoomAddress({ publicUrl }: Pick<Settings, "publicUrl">, lessonId: string): string {
  return publicUrl + roomPath(lessonId);
}

/** Whether a lesson's link is its teacher's permanent room: neither the product's nor made for the lesson. */
export function isTeachersRoom(
  { publicUrl, meetingBaseUrl }: Pick<Settings, "publicUrl" | "meetingBaseUrl">,
  link: string,
): boolean {
  return link !== "" && !link.startsWith(meetingBaseUrl) && !link.startsWith(`${publicUrl}/lekcja/`);
}

/** Where a lesson takes place. */
type RoomPlace = { mode: LessonPlace; address: string };

/**
 * Returns where a lesson takes place (rules §30): at an address outside that its people were told, in the teacher's own
 * room, else where the centre says.
 */
export function placeOf(
  settings: Settings,
  {
    lessonId,
    meetingLink,
    teacherRoom,
    place,
  }: Pick<RoomRow, "lessonId" | "meetingLink" | "teacherRoom" | "place">,
): RoomPlace {
  const own = ownRoomAddress(settings, lessonId);
  const outside = (meetingLink !== own && meetingLink) || teacherRoom;
  if (outside !== "") return { mode: "outside", address: outside };
  return (place ?? settings.lessonPlace) === "own"
    ? { mode: "own", address: own }
    : { mode: "outside", address: outsideRoom(settings, lessonId) };
}
