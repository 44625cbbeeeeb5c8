import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { fullName, trialHours } from "@korki/domain";
import { Button, Text } from "@mantine/core";
import type { Column } from "../../ui/data-table";
import { formatShortDate, formatShortSubject, formatShortWeekday } from "../../ui/formats";
import { TrialStatusBadge } from "../../ui/status-badge";
import { trialPerson } from "./trial-person";

/** Columns of "Lekcje próbne": teacher, person, status (rules §24), and when and what. */
export function trialColumns(open: (trialId: string) => void): readonly Column<TrialLesson>[] {
  return [
    { key: "person", header: texts.person, onCard: "title", cell: trialPerson },
    {
      key: "subject",
      header: texts.subject,
      cell: (trial) => formatShortSubject(trial),
    },
    {
      key: "date",
      header: texts.date,
      cell: ({ date }) =>
        date ? (
          <time dateTime={date}>
            {formatShortDate(date)}, {formatShortWeekday(date)}
          </time>
        ) : (
          <Dimmed text={texts.noDate} />
        ),
    },
    {
      key: "time",
      header: texts.time,
      cell: ({ block }) => <span className="tabular unbroken">{trialHours(block)}</span>,
    },
    {
      key: "teacher",
      header: texts.teacher,
      cell: ({ teacher }) => (teacher ? fullName(teacher) : <Dimmed text={texts.noTeacher} />),
    },
    {
      key: "status",
      header: texts.status,
      onCard: "corner",
      cell: ({ status }) => <TrialStatusBadge status={status} />,
    },
    {
      key: "more",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (trial) => (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.moreAbout(trialPerson(trial))}
          onClick={() => open(trial.id)}
        >
          {texts.more}
        </Button>
      ),
    },
  ];
}

function Dimmed({ text }: { text: string }) {
  return (
    <Text span inherit c="dimmed">
      {text}
    </Text>
  );
}
