import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { paths } from "../paths";
import { BackLink } from "../ui/back-link";
import { useFilters } from "../ui/filters";
import { PageHeader } from "../ui/page-header";
import { useListState } from "../ui/use-list-state";
import { DELIVERED_FILTERS, LessonList } from "./lesson-list";
import { LessonSheet } from "./lesson-sheet";
import { useOpenLesson } from "./use-open-lesson";

/** The lessons that a teacher's statistics count: held ones and no-shows, of a month, subject and level. */
export default function DeliveredLessonsPage() {
  const state = useFilters(useListState(), DELIVERED_FILTERS);
  const { lessonId, open, close } = useOpenLesson();
  return (
    <>
      <PageHeader
        title={texts.delivered}
        actions={<BackLink to={paths.payments} label={texts.backToEarnings} />}
      />
      <LessonList
        viewer="Teacher"
        group="delivered"
        title={texts.finished}
        emptyText={texts.nothingDelivered}
        filters={state}
        onOpen={open}
      />
      <LessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}
