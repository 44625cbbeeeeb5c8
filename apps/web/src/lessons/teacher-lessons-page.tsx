import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { Button } from "@mantine/core";
import { IconCalendarCog } from "@tabler/icons-react";
import { Link, Route, Routes } from "react-router-dom";
import { AvailabilityView } from "../availability/availability-view";
import { WeekCalendar } from "../calendar/week-calendar";
import { paths } from "../paths";
import { PageHeader } from "../ui/page-header";
import { LessonFilters, useLessonFilters } from "./lesson-filters";
import { LessonList } from "./lesson-list";
import { LessonSheet } from "./lesson-sheet";
import { RefreshButton } from "./refresh-button";
import { useOpenLesson } from "./use-open-lesson";
import { useShowsCalendar, ViewSwitch } from "./view-switch";

/** The teacher's lessons: planned with filters, finished, and the availability editor (specification, section 2). */
export default function TeacherLessonsPage() {
  return (
    <Routes>
      <Route index element={<Lessons />} />
      <Route path="dostepnosc" element={<AvailabilityView />} />
    </Routes>
  );
}

function Lessons() {
  const { lessonId, open, close } = useOpenLesson();
  const showsCalendar = useShowsCalendar();
  const filters = useLessonFilters();
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <ViewSwitch />
            <RefreshButton />
            <Button
              component={Link}
              to={paths.availability}
              leftSection={<IconCalendarCog size={18} aria-hidden />}
            >
              {texts.editAvailability}
            </Button>
          </>
        }
      />
      {showsCalendar ? (
        <WeekCalendar onOpen={open} />
      ) : (
        <>
          <LessonList
            viewer="Teacher"
            group="planned"
            title={texts.planned}
            emptyText={texts.nothingPlannedTeacher}
            filters={filters.values}
            tools={<LessonFilters {...filters} />}
            onOpen={open}
          />
          <LessonList
            viewer="Teacher"
            group="finished"
            title={texts.finished}
            emptyText={texts.nothingFinished}
            onOpen={open}
          />
        </>
      )}
      <LessonSheet lessonId={lessonId} onClose={close} />
    </>
  );
}
