import type { AvailableLessons } from "@korki/contracts/lessons";
import type { OwnTeacher } from "@korki/contracts/people";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { bookingTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { isCivilDate } from "@korki/domain";
import { Box } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
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
import { type TappedState, WatchList } from "../watches/watch-list";
import { BookLessonForm } from "./book-lesson-form";
import { type BookingModel, bookingStart, openingSlot, type WantedSlot, watchHolding } from "./booking-start";

/** Teacher → subject and level → day → block, on one screen (rules §24). */
export function BookingView() {
  const { role } = useProfile();
  const children = useChildren();
  const child = useBookedChild();
  const [params] = useSearchParams();
  const tapped = useTapped();
  // The form starts over when the address names another slot, and each time a held slot is tapped on this screen.
  const slot = [...["teacher", "dzien", "blok"].map((name) => params.get(name)), tapped].join(" ");
  if (!children) return <FormSkeleton fields={4} />;
  return (
    <>
      <PageHeader title={texts.title} actions={<BackLink to={paths.lessons} label={texts.backToList} />} />
      {role === "Parent" ? (
        <>
          <ChildConsents />
          <ChildSwitch shown={child} />
        </>
      ) : null}
      {role === "Parent" && !child?.rights.book ? (
        <Card>
          <EmptyState
            picture="people"
            title={familyScreenTexts.nobodyToBookFor}
            text={familyScreenTexts.nobodyToBookForText}
          />
        </Card>
      ) : (
        <BookingFor key={`${child?.id} ${slot}`} studentId={child?.id} />
      )}
    </>
  );
}

/** Returns what tells apart the taps on held slots; undefined where none was tapped here. */
function useTapped(): string | undefined {
  return (useLocation().state as TappedState)?.tappedAfter;
}

/** The block that was tapped in the calendar. */
function slotOf(params: URLSearchParams): WantedSlot | null {
  const date = params.get("dzien");
  const block = Number(params.get("blok") ?? Number.NaN);
  return isCivilDate(date) && Number.isInteger(block) ? { date, block } : null;
}

/** @param studentId a parent's child; undefined: the student books */
function BookingFor({ studentId }: { studentId: string | undefined }) {
  const [params] = useSearchParams();
  const againId = params.get("lekcja");
  const teachers = trpc.people.teachers.useQuery({ studentId });
  const last = useLastLesson(studentId);
  const balances = trpc.lessons.available.useQuery({ studentId });
  const again = trpc.lessons.get.useQuery({ lessonId: againId ?? "" }, { enabled: againId !== null });
  // A lesson that is gone since is simply not repeated.
  const isAgainKnown = againId === null || again.data !== undefined || again.error !== null;
  // What would appear above the form comes with it: what moves down escapes the finger.
  const watches = trpc.watches.list.useQuery({ studentId });
  const known = [teachers, last, balances, watches];
  const query = {
    data:
      teachers.data && last.data !== undefined && balances.data && watches.data && isAgainKnown
        ? {
            teachers: teachers.data,
            balances: balances.data,
            model:
              watchHolding(watches.data, params.get("teacher"), slotOf(params)) ?? again.data ?? last.data,
            wanted: again.data
              ? { date: again.data.date, block: again.data.block, isRepeated: true }
              : slotOf(params),
          }
        : undefined,
    error: known.find(({ error }) => error)?.error ?? null,
    isFetching: known.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(known.map(({ refetch }): Promise<unknown> => refetch())),
  };
  return (
    <Loaded query={query} skeleton={<BookingSkeleton />}>
      {(loaded) => <Booking {...loaded} preferred={params.get("teacher")} studentId={studentId} />}
    </Loaded>
  );
}

function BookingSkeleton() {
  return (
    <Card>
      <FormSkeleton fields={4} />
    </Card>
  );
}

function Booking(props: {
  teachers: OwnTeacher[];
  balances: readonly AvailableLessons[];
  model: BookingModel | null;
  wanted: WantedSlot | null;
  preferred: string | null;
  studentId: string | undefined;
}) {
  const { teachers, balances, model, wanted, preferred, studentId } = props;
  const named = teachers.find(({ id }) => id === preferred);
  const first = named ?? teachers[0];
  if (!first) {
    return (
      <>
        <WatchList studentId={studentId} />
        <Card>
          <EmptyState
            picture="people"
            title={studentId === undefined ? texts.noTeacher : texts.childWithoutTeacher}
          />
        </Card>
      </>
    );
  }
  const start = bookingStart(teachers, { first, isFixed: named !== undefined }, model, balances);
  return (
    <OpenForm teachers={teachers} balances={balances} start={start} wanted={wanted} studentId={studentId} />
  );
}

/** The form opens with the free days of the teacher it begins with, so that nothing in it moves afterwards. */
function OpenForm(props: Omit<Parameters<typeof BookLessonForm>[0], "opening">) {
  const { wanted, studentId } = props;
  // What is read again later is no new start.
  const [start] = useState(props.start);
  const isTapped = useTapped() !== undefined;
  const form = useRef<HTMLDivElement>(null);
  const freeDays = trpc.availability.freeDays.useQuery({ teacherId: start.teacherId, studentId });
  const isReady = !freeDays.isPending;
  // The list of what is held may fill a phone: what a tap there chose is shown, with the focus on its hour.
  useEffect(() => {
    if (!isReady || !isTapped) return;
    const chosen = form.current?.querySelectorAll<HTMLInputElement>("input[type=radio]:checked");
    [...(chosen ?? [])].at(-1)?.focus();
  }, [isReady, isTapped]);
  if (!isReady) return <BookingSkeleton />;
  return (
    <>
      <WatchList studentId={studentId} />
      <Box ref={form} display="contents">
        <BookLessonForm {...props} start={start} opening={openingSlot(freeDays.data ?? [], wanted)} />
      </Box>
    </>
  );
}
