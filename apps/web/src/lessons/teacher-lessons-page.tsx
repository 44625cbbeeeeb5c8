import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { Button } from "@mantine/core";
import { IconCalendarCog } from "@tabler/icons-react";
import { Link, Route, Routes } from "react-router-dom";
import { AvailabilityView } from "../availability/availability-view";
import { paths } from "../paths";
import { FilterBar, useFilters } from "../ui/filters";
import { useListState } from "../ui/use-list-state";
import { lessonDateFilter } from "./lesson-filters";
import { LessonList, PLANNED_LIST } from "./lesson-list";
import { LessonsFrame } from "./lessons-frame";
import { UpcomingTrials } from "./upcoming-trials";

const FILTERS = { date: lessonDateFilter };

/** The teacher's lessons: planned with filters, finished, and the availability editor (rules §24). */
export default function TeacherLessonsPage() {
  return (
    <Routes>
      <Route index element={<Lessons />} />
      <Route path="dostepnosc" element={<AvailabilityView />} />
    </Routes>
  );
}

function Lessons() {
  const state = useFilters(useListState({ name: PLANNED_LIST }), FILTERS);
  return (
    <LessonsFrame
      action={
        <Button
          component={Link}
          to={paths.availability}
          leftSection={<IconCalendarCog size={18} aria-hidden />}
        >
          {texts.editAvailability}
        </Button>
      }
      lists={(open) => (
        <>
          <LessonList
            viewer="Teacher"
            group="planned"
            title={texts.planned}
            emptyText={texts.nothingPlannedTeacher}
            filters={state.values.date}
            tools={<FilterBar label={texts.filters} state={state} />}
            onOpen={open}
          />
          <UpcomingTrials />
          <LessonList
            viewer="Teacher"
            group="finished"
            title={texts.finished}
            emptyText={texts.nothingFinished}
            onOpen={open}
          />
        </>
      )}
    />
  );
}
