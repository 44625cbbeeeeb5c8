import type { ScheduledTrial } from "@korki/contracts/lessons";
import { lessonDetailTexts, lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { trialHours } from "@korki/domain";
import { Button } from "@mantine/core";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { formatShortDate, formatShortSubject, formatShortWeekday } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { useListState } from "../ui/use-list-state";

const COLUMNS: readonly Column<ScheduledTrial>[] = [
  {
    key: "date",
    header: texts.date,
    onCard: "title",
    cell: ({ date }) => (
      <time dateTime={date}>
        {formatShortDate(date)}, {formatShortWeekday(date)}
      </time>
    ),
  },
  { key: "subject", header: texts.subject, cell: formatShortSubject },
  {
    key: "time",
    header: texts.time,
    cell: ({ block }) => <span className="tabular">{trialHours(block)}</span>,
  },
  { key: "person", header: texts.student, cell: ({ name }) => name || "–" },
  { key: "description", header: texts.description, cell: ({ description }) => description || "–" },
  {
    key: "join",
    header: texts.actions,
    headerHidden: true,
    align: "right",
    onCard: "action",
    cell: ({ meetingLink }) =>
      meetingLink ? (
        <Button
          component="a"
          href={meetingLink}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          size="xs"
        >
          {lessonDetailTexts.joinMeeting}
        </Button>
      ) : null,
  },
];

/**
 * A teacher's trial lessons of this week and the next, which are in no list of lessons; nothing while there is none.
 */
export function UpcomingTrials() {
  const list = useListState({ name: "probne" });
  const { data: trials = [] } = trpc.lessons.upcomingTrials.useQuery();
  if (trials.length === 0) return null;
  return (
    <ListSection title={texts.trials}>
      <DataTable
        isShort
        label={texts.trials}
        rows={trials}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        list={list}
        empty={null}
      />
    </ListSection>
  );
}
