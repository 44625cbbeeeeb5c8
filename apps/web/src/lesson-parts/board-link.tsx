import type { Lesson } from "@korki/contracts/lessons";
import { boardScreenTexts } from "@korki/contracts/texts/board-screens";
import { roomHours } from "@korki/domain";
import { Button, Group } from "@mantine/core";
import { IconChalkboard } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { useNow } from "../ui/use-now";

/**
 * Leads to a lesson's board where something is on it, also of a lesson that was moved ahead since, or can be drawn (rules
 * §31).
 */
export function BoardLink({ lesson }: { lesson: Pick<Lesson, "id" | "date" | "block"> }) {
  const hasOpened = useNow() >= roomHours(lesson).opensAt;
  const { data, refetch } = trpc.board.view.useQuery({ lessonId: lesson.id });
  // Asked again when the room opens: from then on one can draw.
  const wasOpen = useRef(hasOpened);
  useEffect(() => {
    if (hasOpened && !wasOpen.current) void refetch();
    wasOpen.current = hasOpened;
  }, [hasOpened, refetch]);
  if (!data || (data.authors.length === 0 && data.writableUntil === null)) return null;
  return (
    <Group>
      <Button
        component={Link}
        to={paths.board(lesson.id)}
        variant="default"
        leftSection={<IconChalkboard size={18} aria-hidden />}
      >
        {boardScreenTexts.board}
      </Button>
    </Group>
  );
}
