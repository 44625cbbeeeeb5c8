import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { isCancelled, studentActedFor } from "@korki/domain";
import { Button, Group } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { chooseChild, useActorFor } from "../family/family";
import { paths } from "../paths";

/** From a lesson that is over or cancelled to the same hour of a later week; for whom may book for its student. */
export function BookAgain({ lesson }: { lesson: Lesson }) {
  const actor = useActorFor(lesson.studentId);
  const mayBook = studentActedFor(actor) === lesson.studentId;
  const isOver = isCancelled(lesson.status) || FINISHED.has(lesson.status);
  if (!mayBook || !isOver) return null;
  return (
    <Group>
      <Button
        component={Link}
        to={paths.bookingAgain(lesson.id)}
        leftSection={<IconRepeat size={18} aria-hidden />}
        onClick={() => actor.actsFor && chooseChild(lesson.studentId)}
      >
        {texts.bookAgain}
      </Button>
    </Group>
  );
}

const FINISHED: ReadonlySet<Lesson["status"]> = new Set(["Zrealizowana", "Uczen nieobecny"]);
