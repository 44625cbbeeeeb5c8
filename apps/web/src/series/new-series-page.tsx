import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { Box } from "@mantine/core";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, FormSkeleton, Loaded } from "../ui/page-states";
import { SeriesForm } from "./series-form";

const named = ({ id, name, surname }: { id: string; name: string; surname: string }) => ({
  id,
  label: `${name} ${surname}`.trim(),
});

/** "Poproś o stały termin": the same form for students and teachers. */
export default function NewSeriesPage() {
  const { role } = useProfile();
  return (
    <>
      <PageHeader
        title={role === "Student" ? texts.request : texts.add}
        actions={<BackLink to={paths.series} label={texts.backToList} />}
      />
      <Box maw="46rem">{role === "Teacher" ? <ForTeacher /> : <ForStudent />}</Box>
    </>
  );
}

function ForStudent() {
  const query = trpc.people.teachers.useQuery();
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={6} />}>
      {(teachers) =>
        teachers.length === 0 ? (
          <NoPeople />
        ) : (
          <SeriesForm
            people={{
              side: "Student",
              teachers: teachers.map((teacher) => ({ ...named(teacher), subjects: teacher.subjects })),
            }}
          />
        )
      }
    </Loaded>
  );
}

function ForTeacher() {
  const profile = useProfile();
  const query = trpc.people.students.useQuery();
  const subjects = profile.role === "Teacher" ? profile.subjects : [];
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={6} />}>
      {(students) =>
        students.length === 0 ? (
          <NoPeople />
        ) : (
          <SeriesForm people={{ side: "Teacher", students: students.map(named), subjects }} />
        )
      }
    </Loaded>
  );
}

function NoPeople() {
  return (
    <Card>
      <EmptyState title={texts.noPeople} />
    </Card>
  );
}
