import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { endHasPassed, isCancelled, isPlanned, studentActedFor } from "@korki/domain";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { chooseChild, useActorFor } from "../family/family";
import { BoardLink } from "../lesson-parts/board-link";
import { paths } from "../paths";
import { ReportPanel } from "../reports/report-panel";
import { LessonSeries } from "../series/lesson-series";
import { statusOf } from "../server/errors";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { Sheet } from "../ui/sheet";
import { useNow } from "../ui/use-now";
import { LateCancellation } from "./late-cancellation";
import { LessonActions } from "./lesson-actions";
import { hasBegun, LessonEvidence } from "./lesson-evidence";
import { LessonFacts } from "./lesson-facts";
import { MeetingLink } from "./meeting-link";
import { ProposalNotice } from "./proposal-notice";

/** One lesson: a modal on a desk, a full sheet on a phone (rules §24). */
export function LessonSheet({ lessonId, onClose }: { lessonId: string | null; onClose: () => void }) {
  return (
    <Sheet opened={lessonId !== null} onClose={onClose} title={texts.title}>
      {lessonId ? <LessonDetail key={lessonId} lessonId={lessonId} onClose={onClose} /> : null}
    </Sheet>
  );
}

function LessonDetail({ lessonId, onClose }: { lessonId: string; onClose: () => void }) {
  const { role } = useProfile();
  const query = trpc.lessons.get.useQuery({ lessonId });
  const now = useNow();
  const viewer = role === "Teacher" ? "Teacher" : "Student";
  if (statusOf(query.error) === 404) return <Text c="dimmed">{texts.gone}</Text>;
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={4} />}>
      {(lesson) => (
        <Stack gap="md">
          <LessonFacts lesson={lesson} viewer={role === "Parent" ? "Parent" : viewer} />
          <LessonSeries lesson={lesson} />
          <BookAgain lesson={lesson} />
          <LateCancellation lesson={lesson} viewer={viewer} />
          <ProposalNotice lesson={lesson} viewer={viewer} />
          <MeetingLink lesson={lesson} />
          <BoardLink lesson={lesson} />
          <ReportPanel lesson={lesson} viewer={viewer} />
          {hasBegun(lesson, now) ? (
            <LessonEvidence
              lessonId={lesson.id}
              isAsked={viewer === "Teacher" && isPlanned(lesson.status) && endHasPassed(lesson, now)}
            />
          ) : null}
          <LessonActions lesson={lesson} viewer={viewer} onGone={onClose} />
        </Stack>
      )}
    </Loaded>
  );
}

/** From a lesson that is over or cancelled to the same hour of a later week; for whom may book for its student. */
function BookAgain({ lesson }: { lesson: Lesson }) {
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
