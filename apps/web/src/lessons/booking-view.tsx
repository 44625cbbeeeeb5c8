import type { OwnTeacher } from "@korki/contracts/people";
import { bookingTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { IconUserQuestion } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, FormSkeleton, Loaded } from "../ui/page-states";
import { BookLessonForm } from "./book-lesson-form";

/** Teacher → subject and level → day → block, on one screen (specification, section 2). */
export function BookingView() {
  const teachers = trpc.people.teachers.useQuery();
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title={texts.title} actions={<BackLink to={paths.lessons} label={texts.backToList} />} />
      <Loaded
        query={teachers}
        skeleton={
          <Card>
            <FormSkeleton fields={4} />
          </Card>
        }
      >
        {(own) => <Booking teachers={own} preferred={params.get("teacher")} />}
      </Loaded>
    </>
  );
}

function Booking({ teachers, preferred }: { teachers: OwnTeacher[]; preferred: string | null }) {
  const first = teachers.find(({ id }) => id === preferred) ?? teachers[0];
  if (!first) {
    return (
      <Card>
        <EmptyState icon={<IconUserQuestion size={28} aria-hidden />} title={texts.noTeacher} />
      </Card>
    );
  }
  return <BookLessonForm teachers={teachers} first={first} />;
}
