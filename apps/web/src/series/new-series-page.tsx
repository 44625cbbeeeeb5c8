import type { Lesson } from "@korki/contracts/lessons";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { bookingTexts } from "@korki/contracts/texts/lesson-screens";
import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { fullName, weekdayOf } from "@korki/domain";
import { Box, Stack } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { ChildConsents } from "../consents/child-consents";
import { ChildSwitch } from "../family/child-switch";
import { useBookedChild, useChildren } from "../family/family";
import { useLastLesson } from "../lesson-parts/use-last-lesson";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, FormSkeleton, Loaded } from "../ui/page-states";
import { lessonInAddress } from "./lesson-in-address";
import { SeriesForm } from "./series-form";
import { startOf } from "./series-memory";

const named = (person: { id: string; name: string; surname: string }) => ({
  id: person.id,
  label: fullName(person),
});

const weekly = (last: Lesson | null | undefined) =>
  last ? { ...last, weekday: weekdayOf(last.date), ...startOf(last) } : null;

/** "Poproś o stały termin": the same form for students and teachers. */
export default function NewSeriesPage() {
  const { role } = useProfile();
  return (
    <>
      <PageHeader
        title={role === "Teacher" ? texts.add : texts.request}
        actions={<BackLink to={paths.series} label={texts.backToList} />}
      />
      <Box maw="46rem">
        {role === "Teacher" ? <ForTeacher /> : role === "Parent" ? <ForParent /> : <ForStudent />}
      </Box>
    </>
  );
}

/** For the chosen child, else for the first one for whom the parent may book. */
function ForParent() {
  const children = useChildren();
  const child = useBookedChild();
  if (!children) return <FormSkeleton fields={6} />;
  return (
    <Stack gap="md">
      <ChildConsents />
      <ChildSwitch shown={child} />
      {child?.rights.book ? (
        <ForStudent key={child.id} studentId={child.id} />
      ) : (
        <Card>
          <EmptyState
            title={familyScreenTexts.nobodyToBookFor}
            text={familyScreenTexts.nobodyToBookForText}
          />
        </Card>
      )}
    </Stack>
  );
}

/** @param studentId a parent's child; undefined: the student asks */
function ForStudent({ studentId }: { studentId?: string }) {
  const query = trpc.people.teachers.useQuery({ studentId });
  const last = useLastLesson(studentId);
  if (last.data === undefined && !last.error) return <FormSkeleton fields={6} />;
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={6} />}>
      {(teachers) =>
        teachers.length === 0 ? (
          <NoPeople
            title={studentId === undefined ? bookingTexts.noTeacher : bookingTexts.childWithoutTeacher}
          />
        ) : (
          <SeriesForm
            last={weekly(last.data)}
            people={{
              side: "Student",
              studentId,
              teachers: teachers.map((teacher) => ({ ...named(teacher), subjects: teacher.subjects })),
            }}
          />
        )
      }
    </Loaded>
  );
}

/** With the lesson that the address names (`paths.newSeriesLike`), else the last one. */
function ForTeacher() {
  const [params] = useSearchParams();
  const profile = useProfile();
  const query = trpc.people.students.useQuery();
  const last = useLastLesson();
  const subjects = profile.role === "Teacher" ? profile.subjects : [];
  if (last.data === undefined && !last.error) return <FormSkeleton fields={6} />;
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={6} />}>
      {(students) =>
        students.length === 0 ? (
          <NoPeople title={texts.noStudents} />
        ) : (
          <SeriesForm
            last={lessonInAddress(params) ?? weekly(last.data)}
            people={{ side: "Teacher", students: students.map(named), subjects }}
          />
        )
      }
    </Loaded>
  );
}

function NoPeople({ title }: { title: string }) {
  return (
    <Card>
      <EmptyState title={title} />
    </Card>
  );
}
