import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialLandingTexts as landingTexts } from "@korki/contracts/texts/trial-landing";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { fullName, trialHours } from "@korki/domain";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { statusOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { Facts } from "../../ui/facts";
import { formatDate, formatDateTime, formatPhone, formatSubject, formatWeekday } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { TrialStatusBadge } from "../../ui/status-badge";
import { OfficeFileCard } from "../office/office-file-card";
import { EditTrialForm } from "./edit-trial-form";
import { OpenAccountForm } from "./open-account-form";
import { ScheduleTrialForm } from "./schedule-trial-form";
import { TrialActions } from "./trial-actions";

/** One trial lesson: what is known, and its way from the request to its end (rules §24). */
export function TrialLessonSheet({ trialId, onClose }: { trialId: string | null; onClose: () => void }) {
  return (
    <Sheet opened={trialId !== null} onClose={onClose} title={texts.detail} size="lg">
      {trialId ? <TrialDetail key={trialId} trialId={trialId} /> : null}
    </Sheet>
  );
}

function TrialDetail({ trialId }: { trialId: string }) {
  const query = trpc.trialLessons.get.useQuery({ id: trialId });
  const [opened, setOpened] = useState<"schedule" | "edit" | "account" | null>(null);
  const close = () => show(null);
  const content = useRef<HTMLDivElement>(null);

  /** Changes what stands under the facts; the focus goes along, into the form and back to the actions. */
  function show(form: "schedule" | "edit" | "account" | null) {
    flushSync(() => setOpened(form));
    content.current?.querySelector<HTMLElement>(form ? "form input" : "button:not([disabled])")?.focus();
  }

  if (statusOf(query.error) === 404) return <Text c="dimmed">{texts.gone}</Text>;
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={5} />}>
      {(trial) => (
        <Stack gap="md" ref={content}>
          {opened === "edit" ? null : <TrialFacts trial={trial} />}
          {opened === "schedule" ? <ScheduleTrialForm trial={trial} onClose={close} /> : null}
          {opened === "account" ? <OpenAccountForm trial={trial} onClose={close} /> : null}
          {opened === "edit" ? <EditTrialForm trial={trial} onClose={close} /> : null}
          {opened === null ? <TrialActions trial={trial} onOpen={show} /> : null}
          {opened === null ? <OfficeFileCard of="trial" id={trial.id} /> : null}
        </Stack>
      )}
    </Loaded>
  );
}

function TrialFacts({ trial }: { trial: TrialLesson }) {
  const { date, teacher, email, studentPhone, parentPhone, meetingLink, wished } = trial;
  return (
    <Facts
      facts={[
        ...(wished && trial.status === "Nowa"
          ? [
              [
                landingTexts.wished,
                landingTexts.wishedWith(
                  `${formatWeekday(wished.date)}, ${formatDate(wished.date)}, ${trialHours(wished.block)}`,
                  wished.teacher ? fullName(wished.teacher) : "",
                ),
              ] as const,
            ]
          : []),
        [
          texts.date,
          date ? (
            <time key="date" dateTime={date}>{`${formatWeekday(date)}, ${formatDate(date)}`}</time>
          ) : (
            texts.noDate
          ),
        ],
        [
          texts.time,
          <span key="time" className="tabular">
            {trialHours(trial.block)}
          </span>,
        ],
        [
          texts.teacher,
          teacher ? (
            <Anchor key="teacher" component={Link} to={paths.teacherTab(teacher.id, "info")} inherit>
              {fullName(teacher)}
            </Anchor>
          ) : (
            texts.noTeacher
          ),
        ],
        [texts.subject, formatSubject(trial)],
        ...(trial.name ? [[texts.name, trial.name] as const] : []),
        [texts.studentPhone, <Phone key="student" phone={studentPhone} />],
        [texts.parentPhone, <Phone key="parent" phone={parentPhone} />],
        [
          texts.email,
          email ? (
            <Anchor key="email" href={`mailto:${email}`} inherit>
              {email}
            </Anchor>
          ) : (
            texts.notGiven
          ),
        ],
        [texts.status, <TrialStatusBadge key="status" status={trial.status} />],
        [texts.description, trial.description || texts.notGiven],
        ...(trial.source ? [[texts.source, trial.source] as const] : []),
        ...(trial.lostReason ? [[texts.lostReason, trial.lostReason] as const] : []),
        ...(trial.studentId
          ? [
              [
                texts.account,
                <Anchor
                  key="account"
                  component={Link}
                  to={paths.studentTab(trial.studentId, "przeglad")}
                  inherit
                >
                  {texts.toAccount}
                </Anchor>,
              ] as const,
              [
                texts.nextStep,
                <Group key="next" gap="xs">
                  <Button
                    component={Link}
                    to={paths.addLessonFor(teacher?.id ?? null, trial.studentId, trial)}
                    size="xs"
                    variant="default"
                  >
                    {texts.firstLesson}
                  </Button>
                  <Button component={Link} to={paths.newSeries} size="xs" variant="default">
                    {texts.firstSeries}
                  </Button>
                </Group>,
              ] as const,
            ]
          : []),
        [texts.requested, formatDateTime(trial.createdAt)],
        ...(meetingLink
          ? [
              [
                texts.meetingLink,
                <Anchor key="link" href={meetingLink} target="_blank" rel="noopener noreferrer" inherit>
                  {meetingLink.replace(/^https?:\/\//, "")}
                </Anchor>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

function Phone({ phone }: { phone: string }) {
  if (!phone) return texts.notGiven;
  return (
    <Anchor href={`tel:${phone}`} inherit className="tabular">
      {formatPhone(phone)}
    </Anchor>
  );
}
