import type { Room } from "@korki/contracts/classroom";
import { secondHourTexts as texts } from "@korki/contracts/texts/room-screens";
import { lessonOfTheHour, roomHours } from "@korki/domain";
import { roomPaths } from "../room-paths";
import { useNow } from "../ui/use-now";
import buttons from "./buttons.module.css";
import type { RoomLesson } from "./server";

type Props = {
  lesson: RoomLesson;
  room: Room;
  className: string | undefined;
  /** Before the other room's page is loaded. */
  onGo?: (lessonId: string) => void;
};

/** Says that a double lesson goes on in another room, from the end of its first hour (rules §34). */
export function SecondHour({ className, ...props }: Props) {
  if (useSecondHour(props) === null) return null;
  return (
    <div className={className} role="alert">
      <span>{texts.firstIsOver} </span>
      <SecondHourLink {...props} className={buttons.small} />
    </div>
  );
}

/** The way to the room of the second hour; nothing while that is not its time. */
export function SecondHourLink(props: Props) {
  const later = useSecondHour(props);
  if (later === null) return null;
  return (
    <a className={props.className} href={roomPaths.room(later)} onClick={() => props.onGo?.(later)}>
      {texts.go}
    </a>
  );
}

function useSecondHour({ lesson, room: { laterId } }: Pick<Props, "lesson" | "room">): string | null {
  const now = useNow();
  const hour = lessonOfTheHour({ ...lesson, laterId }, now);
  return hour.id !== lesson.id && now <= roomHours(hour).closesAt ? hour.id : null;
}
