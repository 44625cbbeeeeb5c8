import type { AdminLessonDetail } from "@korki/contracts/admin-lessons";
import type { StudentCard } from "@korki/contracts/people";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { studentOverviewTexts } from "@korki/contracts/texts/student-overview";
import { blockHours, fullName, spanHours } from "@korki/domain";
import { Anchor, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { PhoneLink } from "../../students/contact-facts";
import { trpc } from "../../trpc";
import { Facts } from "../../ui/facts";
import { formatDate, formatMoney, formatNumber, formatSubject, formatWeekday } from "../../ui/formats";
import { LessonStatusBadge } from "../../ui/status-badge";

type Fact = readonly [name: string, value: ReactNode];

/**
 * What somebody on the phone asks about a lesson: when, who and how to reach them, what is paid, where. In brief, only when
 * and who.
 */
export function AdminLessonFacts({ lesson, isBrief }: { lesson: AdminLessonDetail; isBrief: boolean }) {
  const { date, block, partnerBlock, teacher, student, status, price, rate, meetingLink } = lesson;
  const { description, cancelMessage } = lesson;
  const quiet = { retry: false, throwOnError: false };
  const card = trpc.people.student.useQuery({ studentId: student.id }, quiet).data;
  const teaching = trpc.adminPeople.get.useQuery({ id: teacher.id }, quiet).data;
  const original = originalTeacher(lesson);
  const hours =
    partnerBlock === null
      ? blockHours(block)
      : lessonDetailTexts.double(spanHours(Math.min(block, partnerBlock), 2));
  const when: Fact = [
    texts.when,
    <Group key="when" gap="xs">
      <time dateTime={date} className="tabular">
        {`${formatWeekday(date)}, ${formatDate(date)}, ${hours}`}
      </time>
      <LessonStatusBadge status={status} />
    </Group>,
  ];
  const pupil: Fact = [
    texts.student,
    <Reached
      key="student"
      to={paths.studentTab(student.id, "przeglad")}
      name={fullName(student)}
      phone={card?.phone}
    />,
  ];
  const teaches: Fact = [
    texts.teacher,
    <Reached
      key="teacher"
      to={paths.teacherTab(teacher.id, "info")}
      name={fullName(teacher)}
      phone={teaching?.phone}
    />,
  ];
  if (isBrief) return <Facts facts={[when, pupil, teaches]} />;
  return (
    <Facts
      facts={[
        when,
        pupil,
        ...payersOf(card),
        [texts.balance, <Balance key="balance" lesson={lesson} card={card} />],
        teaches,
        ...(original === null ? [] : [[texts.originalTeacher, original] as const]),
        [texts.subject, formatSubject(lesson)],
        ...(description ? [[texts.description, description] as const] : []),
        [texts.price, texts.priceAndRate(formatMoney(price), formatMoney(rate))],
        ...(cancelMessage ? [[lessonDetailTexts.cancelReason, cancelMessage] as const] : []),
        ...(meetingLink
          ? [[lessonDetailTexts.meetingLink, <MeetingAddress key="link" to={meetingLink} />] as const]
          : []),
      ]}
    />
  );
}

/** Who pays for the student and how to reach them; without a payer, the parent's number that the student gave. */
function payersOf(card: StudentCard | undefined): Fact[] {
  if (card === undefined) return [[texts.payer, "\u00a0"]];
  const { parents = [], phoneParent = "" } = card.office ?? {};
  const payers = parents.filter(({ isPayer }) => isPayer);
  if (payers.length === 0) {
    return phoneParent === "" ? [] : [[texts.parentPhone, <PhoneLink key="parent" phone={phoneParent} />]];
  }
  return [
    [
      texts.payer,
      payers.map((payer) => (
        <div key={payer.id}>
          <Reached to={paths.parent(payer.id)} name={fullName(payer)} phone={payer.phone} />
        </div>
      )),
    ],
  ];
}

/** A person's page, and a number that calls when it is tapped. */
function Reached({ to, name, phone = "" }: { to: string; name: string; phone?: string | undefined }) {
  return (
    <>
      <Anchor component={Link} to={to} inherit>
        {name}
      </Anchor>
      {phone === "" ? null : (
        <>
          {" · "}
          <PhoneLink phone={phone} />
        </>
      )}
    </>
  );
}

/** Paid lessons of the lesson's subject and level, and what the student has to pay in all. */
function Balance({ lesson, card }: { lesson: AdminLessonDetail; card: StudentCard | undefined }) {
  if (card === undefined) return "\u00a0";
  const { subject, level } = lesson;
  const left = card.available.find((each) => each.subject === subject && each.level === level);
  const owed = card.office?.owed ?? 0;
  return (
    <span className="tabular">
      {left ? formatNumber(left.available) : studentOverviewTexts.noBalance}
      {owed > 0 ? (
        <>
          {" · "}
          <strong>{texts.due(formatMoney(owed))}</strong>
        </>
      ) : null}
    </span>
  );
}

function MeetingAddress({ to }: { to: string }) {
  return (
    <Anchor href={to} target="_blank" rel="noopener noreferrer" inherit>
      {to.startsWith(`${window.location.origin}/`) ? texts.room : to.replace(/^https?:\/\//, "")}
    </Anchor>
  );
}

/** Returns the name of the teacher whose lesson it was before the first substitute; null where it still is. */
function originalTeacher({ history, teacher }: AdminLessonDetail): string | null {
  const changes = history.flatMap((entry) => entry.changes.filter(({ field }) => field === "teacher"));
  const first = changes.at(-1)?.from;
  return typeof first === "string" && first !== fullName(teacher) ? first : null;
}
