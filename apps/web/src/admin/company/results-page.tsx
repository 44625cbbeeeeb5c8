import { type IdleStudent, type Retention, TRIAL_STEPS, type TrialStep } from "@korki/contracts/results";
import { resultsTexts as texts } from "@korki/contracts/texts/results";
import { companyYears, fullName, monthName, monthNamed } from "@korki/domain";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import { Link } from "react-router-dom";
import { now } from "../../clock";
import { paths } from "../../paths";
import { MonthPicker } from "../../statistics/month-picker";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { formatMonth, formatShortDate } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { useListState } from "../../ui/use-list-state";
import { type CardProps, HoursCard, type Shown } from "./results-hours";
import styles from "./results-page.module.css";

/** The tab "Wyniki": who stays, which hours are used, where requests lead, who may be leaving (rules §37). */
export default function ResultsPage() {
  const years = companyYears(now());
  // Who stayed after a month is known in the next one.
  const [picked, setPicked] = useChosenMonth(years, 1);
  const [shown, setShown] = useState<Shown | null>(null);
  const month = monthName(picked);
  return (
    <>
      <MonthPicker value={picked} years={years} onChange={setPicked} />
      <RetentionCard month={month} show={setShown} />
      <HoursCard month={month} show={setShown} />
      <TrialsCard month={month} show={setShown} />
      <IdleCard />
      <Sheet opened={shown !== null} onClose={() => setShown(null)} title={shown?.title ?? ""} size="md">
        {shown?.rows}
      </Sheet>
    </>
  );
}

function RetentionCard({ month, show }: CardProps) {
  const query = trpc.results.retention.useQuery({ month });
  const byTeacher = useListState({ name: "powroty" });
  const byMonth = useListState({ name: "roczniki" });
  const open = (title: string, rows: Retention["rows"]) => show({ title, rows: <Students rows={rows} /> });
  return (
    <Card title={texts.retention} text={texts.retentionText}>
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {(found) => (
          <Stack gap="lg">
            <CountButton
              label={texts.retention}
              counts={found}
              onClick={() => open(texts.retention, found.rows)}
            />
            <DataTable
              label={texts.byTeacher}
              rows={found.byTeacher}
              rowKey={({ teacher }) => teacher.id}
              list={byTeacher}
              empty={null}
              columns={countColumns<Retention["byTeacher"][number]>(
                texts.teacher,
                ({ teacher }) => fullName(teacher),
                (row) =>
                  open(
                    fullName(row.teacher),
                    found.rows.filter(({ teacher }) => teacher.id === row.teacher.id),
                  ),
              )}
            />
            <DataTable
              label={texts.byFirstMonth}
              rows={found.byFirstMonth}
              rowKey={(row) => row.month}
              list={byMonth}
              empty={null}
              columns={countColumns<Retention["byFirstMonth"][number]>(
                texts.month,
                (row) => formatMonth(monthNamed(row.month)),
                (row) =>
                  open(
                    formatMonth(monthNamed(row.month)),
                    found.rows.filter(({ firstMonth }) => firstMonth === row.month),
                  ),
              )}
            />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

type Counts = { students: number; retained: number };

function countColumns<Row extends Counts>(
  header: string,
  nameOf: (row: Row) => string,
  open: (row: Row) => void,
): readonly Column<Row>[] {
  return [
    { key: "name", header, onCard: "title", cell: nameOf },
    {
      key: "retained",
      header: texts.stayed,
      align: "right",
      onCard: "corner",
      cell: (row) => <CountButton label={nameOf(row)} counts={row} onClick={() => open(row)} />,
    },
  ];
}

function CountButton(props: { label: string; counts: Counts; onClick: () => void }) {
  const { label, counts, onClick } = props;
  const text = texts.retained(counts.retained, counts.students);
  return (
    <Button
      variant="default"
      size="xs"
      w="fit-content"
      aria-label={`${texts.openRows(label)}, ${text}`}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}

function Students({ rows }: { rows: Retention["rows"] }) {
  return (
    <Stack gap="xs">
      {rows.map(({ student, retained }) => (
        <Group key={student.id} justify="space-between" gap="sm">
          <Anchor component={Link} to={paths.student(student.id)}>
            {fullName(student)}
          </Anchor>
          <Text size="sm" c="dimmed">
            {retained ? texts.staysHere : texts.leaves}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function TrialsCard({ month, show }: CardProps) {
  const query = trpc.results.trials.useQuery({ month });
  const placeOf = (step: TrialStep) => TRIAL_STEPS.indexOf(step);
  return (
    <Card title={texts.trials} text={texts.trialsText}>
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {({ steps, rows }) => (
          <Stack gap="sm">
            {steps.map(({ step, count }) => (
              <div key={step}>
                <Group justify="space-between" gap="sm">
                  <Text>{texts.steps[step]}</Text>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${texts.steps[step]}: ${count}`}
                    onClick={() =>
                      show({
                        title: texts.steps[step],
                        rows: <Trials rows={rows.filter((row) => placeOf(row.step) >= placeOf(step))} />,
                      })
                    }
                  >
                    {count}
                  </Button>
                </Group>
                <div
                  className={styles.bar}
                  style={{ "--share": rows.length === 0 ? 0 : count / rows.length } as CSSProperties}
                  aria-hidden
                />
              </div>
            ))}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Trials({
  rows,
}: {
  rows: readonly {
    trialLessonId: string;
    name: string;
    student: IdleStudent["student"] | null;
    step: TrialStep;
  }[];
}) {
  return (
    <Stack gap="xs">
      {rows.map(({ trialLessonId, name, student, step }) => (
        <Group key={trialLessonId} justify="space-between" gap="sm">
          <Anchor component={Link} to={paths.trialLesson(trialLessonId)}>
            {(student ? fullName(student) : name) || texts.noName}
          </Anchor>
          <Text size="sm" c="dimmed">
            {texts.steps[step]}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const IDLE_COLUMNS: readonly Column<IdleStudent>[] = [
  {
    key: "student",
    header: texts.students,
    onCard: "title",
    cell: ({ student }) => (
      <Anchor component={Link} to={paths.student(student.id)} inherit>
        {fullName(student)}
      </Anchor>
    ),
  },
  { key: "teacher", header: texts.teacher, cell: ({ teacher }) => fullName(teacher) },
  {
    key: "last",
    header: texts.lastLesson,
    cell: ({ lastOn, days }) => `${formatShortDate(lastOn)} (${texts.daysAgo(days)})`,
  },
  {
    key: "actions",
    header: texts.actions,
    headerHidden: true,
    align: "right",
    onCard: "action",
    cell: ({ student, teacher, contactId }) => (
      <Group gap="xs" justify="flex-end">
        {contactId === null ? null : (
          <Button
            component={Link}
            to={paths.chatWith(contactId)}
            size="xs"
            variant="default"
            aria-label={texts.writeTo(fullName(student))}
          >
            {texts.write}
          </Button>
        )}
        <Button
          component={Link}
          to={paths.addLessonFor(teacher.id, student.id)}
          size="xs"
          variant="default"
          aria-label={texts.proposeTo(fullName(student))}
        >
          {texts.propose}
        </Button>
      </Group>
    ),
  },
];

function IdleCard() {
  const list = useListState({ name: "bez-lekcji" });
  const query = trpc.results.idle.useQuery();
  return (
    <Card title={texts.idle} text={texts.idleText}>
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {(rows) => (
          <DataTable
            label={texts.students}
            rows={rows}
            rowKey={({ student }) => student.id}
            columns={IDLE_COLUMNS}
            list={list}
            empty={<EmptyState picture="done" title={texts.none} text={texts.noneIdle} />}
          />
        )}
      </Loaded>
    </Card>
  );
}
