import {
  adminCalendarTexts as calendarTexts,
  adminLessonScreenTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { today } from "@korki/domain";
import { Anchor, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { AttentionPanel } from "../../attention/attention-panel";
import { ATTENTION_SHOWN } from "../../attention/attention-shown";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Below } from "../../ui/below";
import { TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { useNow } from "../../ui/use-now";
import { AddLessonForm, type LessonDraft } from "./add-lesson-form";
import { lanesOf } from "./calendar/lanes";
import { TeachersDay } from "./calendar/teachers-day";
import styles from "./today-board.module.css";

/**
 * The administrator's today: a lane per teacher with the present hour, and beside it what needs a hand (rules §41). What
 * stands below appears when they stand, so that nothing moves.
 */
export default function TodayBoard(props: { onOpenLesson: (lessonId: string) => void; children: ReactNode }) {
  const { onOpenLesson } = props;
  const day = today(useNow());
  const lanes = trpc.adminLessons.lanes.useQuery(lanesOf(day, { onlyWithEntries: true }));
  const attention = trpc.attention.get.useQuery(ATTENTION_SHOWN);
  const stands = !lanes.isPending && !attention.isPending;
  const navigate = useNavigate();
  const [draft, setDraft] = useState<LessonDraft | null>(null);
  return (
    <>
      {stands ? (
        <div className={styles.board}>
          <section aria-label={texts.today} className={styles.lanes}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {calendarTexts.teachersWithLessons}
              </Text>
              <Anchor
                component={Link}
                size="sm"
                to={paths.lessonsWhere({ widok: "kalendarz", zakres: "dzien", dzien: day })}
              >
                {calendarTexts.allTeachers}
              </Anchor>
            </Group>
            <TeachersDay
              day={day}
              onOpenLesson={onOpenLesson}
              onlyWithEntries
              onAdd={setDraft}
              onTeacher={(id) => navigate(paths.teacherTab(id, "info"))}
            />
          </section>
          <AttentionPanel />
        </div>
      ) : (
        <TableSkeleton rows={4} />
      )}
      <Below stands={stands}>{props.children}</Below>
      <Sheet opened={draft !== null} onClose={() => setDraft(null)} title={texts.addLesson} size="lg">
        {draft ? (
          <AddLessonForm draft={draft} onAdded={() => setDraft((now) => (now === draft ? null : now))} />
        ) : null}
      </Sheet>
    </>
  );
}
