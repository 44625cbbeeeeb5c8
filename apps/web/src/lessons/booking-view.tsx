import type { OwnTeacher } from "@korki/contracts/people";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { bookingTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { IconUserQuestion } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { ChildSwitch } from "../parents/child-switch";
import { useChildren, useChosenChild } from "../parents/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, FormSkeleton, Loaded } from "../ui/page-states";
import { BookLessonForm } from "./book-lesson-form";

/** Teacher → subject and level → day → block, on one screen (specification, section 2). */
export function BookingView() {
  const { role } = useProfile();
  const children = useChildren();
  const chosen = useChosenChild();
  const child = chosen ?? children?.find(({ rights }) => rights.book);
  if (!children) return <FormSkeleton fields={4} />;
  return (
    <>
      <PageHeader title={texts.title} actions={<BackLink to={paths.lessons} label={texts.backToList} />} />
      {role === "Parent" ? <ChildSwitch /> : null}
      {role === "Parent" && !child?.rights.book ? (
        <Card>
          <EmptyState
            icon={<IconUserQuestion size={28} aria-hidden />}
            title={familyScreenTexts.nobodyToBookFor}
            text={familyScreenTexts.nobodyToBookForText}
          />
        </Card>
      ) : (
        <BookingFor key={child?.id} studentId={child?.id} />
      )}
    </>
  );
}

/** @param studentId a parent's child; undefined: the student books */
function BookingFor({ studentId }: { studentId: string | undefined }) {
  const teachers = trpc.people.teachers.useQuery({ studentId });
  const [params] = useSearchParams();
  return (
    <Loaded
      query={teachers}
      skeleton={
        <Card>
          <FormSkeleton fields={4} />
        </Card>
      }
    >
      {(own) => <Booking teachers={own} preferred={params.get("teacher")} studentId={studentId} />}
    </Loaded>
  );
}

function Booking(props: { teachers: OwnTeacher[]; preferred: string | null; studentId: string | undefined }) {
  const { teachers, preferred, studentId } = props;
  const first = teachers.find(({ id }) => id === preferred) ?? teachers[0];
  if (!first) {
    return (
      <Card>
        <EmptyState icon={<IconUserQuestion size={28} aria-hidden />} title={texts.noTeacher} />
      </Card>
    );
  }
  return <BookLessonForm teachers={teachers} first={first} studentId={studentId} />;
}
