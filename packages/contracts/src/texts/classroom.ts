import { civilDateOf, type RoomDoor, type RoomHours, today } from "@korki/domain";
import { clockTime, shortInstant } from "./dates";

/** What the server says about a lesson's room (rules §30). */
export const classroomTexts = {
  cancelled: "Ta lekcja jest odwołana",
  full: "W sali są już cztery osoby",
  takenOver: "Ta lekcja jest otwarta w innym oknie",
  takesPlaceHere: "Ta lekcja odbywa się w sali lekcyjnej Korków",
  takesPlaceElsewhere: "Ta lekcja odbywa się pod innym adresem",
  childsParent: "(konto rodzica)",
} as const;

/** Why the room cannot be entered now, with its hours in words. */
export function doorText(
  door: Exclude<RoomDoor, "open">,
  { opensAt, closesAt }: RoomHours,
  now: Date,
): string {
  if (door === "cancelled") return classroomTexts.cancelled;
  const moment = door === "early" ? opensAt : closesAt;
  const words = civilDateOf(moment) === today(now) ? clockTime(moment) : shortInstant(moment);
  return door === "early"
    ? `Sala będzie otwarta od ${words}, 15 minut przed lekcją`
    : `Sala jest już zamknięta: była otwarta do ${words}`;
}
