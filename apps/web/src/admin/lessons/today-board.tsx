import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { today } from "@korki/domain";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { AttentionPanel } from "../../attention/attention-panel";
import { useClosedDays } from "../../closures/closed-days";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { useNow } from "../../ui/use-now";
import { AddLessonForm, type LessonDraft } from "./add-lesson-form";
import { TeachersDay } from "./calendar/teachers-day";
import { useMoveByDrag } from "./calendar/use-move-by-drag";
import styles from "./today-board.module.css";

/** The administrator's today: a lane per teacher with the present hour, and beside it what needs a hand (rules §41). */
export default function TodayBoard({ onOpenLesson }: { onOpenLesson: (lessonId: string) => void }) {
  const day = today(useNow());
  const query = trpc.adminLessons.calendar.useQuery({ from: day, to: day });
  const closed = useClosedDays(day, day, null);
  const drag = useMoveByDrag();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<LessonDraft | null>(null);
  return (
    <div className={styles.board}>
      <section aria-label={texts.today} className={styles.lanes}>
        <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
          {(entries) => (
            <TeachersDay
              {...{ day, entries, closed, drag, onOpenLesson }}
              onAdd={setDraft}
              onTeacher={(id) => navigate(paths.teacherTab(id, "info"))}
            />
          )}
        </Loaded>
      </section>
      <AttentionPanel />
      <Sheet opened={draft !== null} onClose={() => setDraft(null)} title={texts.addLesson} size="lg">
        {draft ? <AddLessonForm draft={draft} onAdded={() => setDraft(null)} /> : null}
      </Sheet>
    </div>
  );
}
