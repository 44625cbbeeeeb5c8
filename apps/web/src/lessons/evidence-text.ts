import type { RoomEvidence } from "@korki/contracts/classroom";
import { roomRoleTexts, evidenceTexts as texts } from "@korki/contracts/texts/room-screens";
import { ROOM_ROLES } from "@korki/domain";
import { formatTime } from "../ui/formats";

type Visit = RoomEvidence["visits"][number];

/**
 * `nauczyciel 16:43–17:46, uczeń 16:47–17:45, razem 58 min`; `nauczyciel 16:43, uczeń 16:47` of people who passed on to an
 * address outside, where nobody knows how long they stayed.
 */
export function evidenceText({ visits, togetherSeconds }: RoomEvidence): string {
  if (visits.length === 0) return texts.nobody;
  const people = ROOM_ROLES.flatMap((role) => {
    const times = visits.filter((visit) => visit.role === role).map(timesOf);
    return times.length > 0 ? [texts.line(roomRoleTexts[role], times.join(texts.and))] : [];
  });
  const isPassing = visits.every(hasPassed);
  return [...people, ...(isPassing ? [] : [texts.together(Math.round(togetherSeconds / 60))])].join(", ");
}

function timesOf(visit: Visit): string {
  const [from, to] = [formatTime(visit.enteredAt), visit.leftAt && formatTime(visit.leftAt)];
  return hasPassed(visit) ? from : texts.time(from, to);
}

/** Going to an address outside takes no time. */
function hasPassed({ enteredAt, leftAt }: Visit): boolean {
  return leftAt === enteredAt;
}
