import type { Lesson } from "@korki/contracts/lessons";
import { shortInstant } from "@korki/contracts/texts/dates";
import { joinTexts as texts } from "@korki/contracts/texts/room-screens";
import { blockAt, type LineOf, lessonOfTheHour, roomDoor, roomHours } from "@korki/domain";
import { Button, type ButtonProps, Text } from "@mantine/core";
import { IconVideo } from "@tabler/icons-react";
import { paths } from "../paths";
import { statusOf } from "../server/errors";
import { trpc } from "../trpc";
import { formatDay } from "../ui/formats";
import { useNow } from "../ui/use-now";

type Joined = Pick<Lesson, "id" | "date" | "block" | "status">;

/**
 * "Dołącz": the way into a lesson's room while it is open; nothing at other times, and for whom the room does not let in
 * (rules §30). A double lesson's leads to the room of the hour.
 */
export function JoinRoom({
  lesson,
  ...look
}: { lesson: LineOf<Joined> } & Pick<ButtonProps, "size" | "variant" | "fullWidth">) {
  const now = useNow();
  const { status } = lesson;
  const hour = lessonOfTheHour(lesson, now);
  return roomDoor({ ...hour, status }, now) === "open" ? <JoinOpenRoom {...hour} {...look} /> : null;
}

function JoinOpenRoom({
  id,
  date,
  block,
  ...look
}: Pick<Joined, "id" | "date" | "block"> & Pick<ButtonProps, "size" | "variant" | "fullWidth">) {
  if (useIsShut(id)) return null;
  return (
    <Button
      component="a"
      href={paths.room(id)}
      target="_blank"
      rel="noopener"
      aria-label={texts.joinLesson(formatDay(date), blockAt(block).start)}
      leftSection={<IconVideo size={16} aria-hidden />}
      {...look}
    >
      {texts.join}
    </Button>
  );
}

/** Whether the room does not let this person in: student and teacher were unassigned from each other. */
export function useIsShut(lessonId: string, { enabled = true } = {}): boolean {
  const { error, isPending, errorUpdatedAt } = trpc.classroom.room.useQuery(
    { lessonId },
    { enabled, staleTime: 60_000, retry: false, throwOnError: false },
  );
  // While it is asked again, what was said last holds.
  return statusOf(error) === 404 || (enabled && isPending && errorUpdatedAt > 0);
}

/** From when one can enter, on a lesson that is still to come. */
export function JoinsFrom({ lesson }: { lesson: Joined }) {
  const now = useNow();
  if (roomDoor(lesson, now) !== "early") return null;
  return (
    <Text size="sm" c="dimmed">
      {texts.from(shortInstant(roomHours(lesson).opensAt))}
    </Text>
  );
}
