import { bookingTexts, lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, Route, Routes } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { AvailableLessonsTable } from "./available-lessons-table";
import { BalanceLine } from "./balance-line";
import { BookingView } from "./booking-view";
import { LessonList } from "./lesson-list";
import { LessonsFrame } from "./lessons-frame";

/**
 * The student's lessons: what is planned, what was, what is paid for, and the booking view (specification, section 2).
 */
export default function StudentLessonsPage() {
  return (
    <Routes>
      <Route index element={<Lessons />} />
      <Route path="rezerwacja" element={<BookingView />} />
    </Routes>
  );
}

function Lessons() {
  const hasTeacher = trpc.people.teachers.useQuery().data?.length !== 0;
  return (
    <LessonsFrame
      action={<AddLesson label={texts.addLesson} />}
      lists={(open) => (
        <>
          <BalanceLine />
          <LessonList
            viewer="Student"
            group="planned"
            title={texts.planned}
            emptyText={hasTeacher ? texts.nothingPlannedStudent : bookingTexts.noTeacher}
            emptyAction={hasTeacher ? <AddLesson label={bookingTexts.book} /> : null}
            onOpen={open}
          />
          <LessonList
            viewer="Student"
            group="finished"
            title={texts.finished}
            emptyText={texts.nothingFinished}
            onOpen={open}
          />
          <AvailableLessonsTable />
        </>
      )}
    />
  );
}

function AddLesson({ label }: { label: string }) {
  return (
    <Button component={Link} to={paths.booking} leftSection={<IconPlus size={18} aria-hidden />}>
      {label}
    </Button>
  );
}
