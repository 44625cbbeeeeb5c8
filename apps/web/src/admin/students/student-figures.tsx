import type { StudentStatistics } from "@korki/contracts/statistics";
import { listTexts } from "@korki/contracts/texts/lists";
import { studentFiguresTexts as texts } from "@korki/contracts/texts/statistics";
import { lessonStatusNames, subjectTexts } from "@korki/contracts/texts/statuses";
import { LESSON_STATUSES, type LessonStatus, monthOf, SUBJECTS, type Subject, today } from "@korki/domain";
import { Stack } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { now } from "../../clock";
import { paths } from "../../paths";
import { ActivityFigures } from "../../statistics/activity";
import { Chart } from "../../statistics/chart";
import { FiguresTable, SUBJECT_COLUMN } from "../../statistics/figures-table";
import { LessonsLink } from "../../statistics/lesson-count";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { formatMoney, formatNumber, formatSubject } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";

/** The tab "Statystyki" of a student: lessons by subject, level and status; payments; what is left. */
export default function StudentFigures({ studentId }: { studentId: string }) {
  const query = trpc.statistics.student.useQuery({ studentId });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
      {(figures) => (
        <>
          <ActivityFigures month={monthOf(today(now()))} owner={{ studentId }} />
          <LessonFigures figures={figures} studentId={studentId} />
          <PaymentFigures figures={figures} />
          <Balance figures={figures} />
        </>
      )}
    </Loaded>
  );
}

function LessonFigures({
  figures: { lessons },
  studentId,
}: {
  figures: StudentStatistics;
  studentId: string;
}) {
  const navigate = useNavigate();
  const statuses = LESSON_STATUSES.filter((status) => lessons.some((row) => row.status === status));
  const taught = SUBJECTS.filter((subject) => lessons.some((row) => row.subject === subject));
  const count = (subject: Subject, status: LessonStatus) =>
    lessons
      .filter((row) => row.subject === subject && row.status === status)
      .reduce((sum, { lessonAmount }) => sum + lessonAmount, 0);
  return (
    <Card title={texts.lessons}>
      {lessons.length === 0 ? (
        <EmptyState picture="money" title={texts.nothing} />
      ) : (
        <Stack gap="lg">
          <Chart
            label={texts.lessonsChart}
            data={taught.map((subject) => ({
              name: subjectTexts[subject],
              values: Object.fromEntries(statuses.map((status) => [status, count(subject, status)])),
            }))}
            series={statuses.map((status) => ({ key: status, label: lessonStatusNames[status] }))}
            unit="count"
            onPick={(at, status) =>
              navigate(paths.lessonsWhere({ uczen: studentId, przedmiot: taught[at], status }))
            }
          />
          <FiguresTable
            label={listTexts.table(texts.lessons)}
            rows={lessons}
            rowKey={({ subject, level, status }) => `${subject} ${level} ${status}`}
            words={[
              SUBJECT_COLUMN,
              { header: texts.status, cell: ({ status }) => lessonStatusNames[status] },
            ]}
            figures={[
              {
                header: texts.count,
                cell: ({ subject, level, status, lessonAmount }) => (
                  <LessonsLink
                    to={{ uczen: studentId, przedmiot: subject, poziom: level, status }}
                    count={lessonAmount}
                    name={`${formatSubject({ subject, level })}, ${lessonStatusNames[status]}`}
                  />
                ),
              },
            ]}
          />
        </Stack>
      )}
    </Card>
  );
}

function PaymentFigures({ figures: { payments } }: { figures: StudentStatistics }) {
  return (
    <Card title={texts.payments}>
      {payments.length === 0 ? (
        <EmptyState picture="money" title={texts.nothing} />
      ) : (
        <FiguresTable
          label={listTexts.table(texts.payments)}
          rows={payments}
          rowKey={({ subject, level }) => `${subject} ${level}`}
          words={[SUBJECT_COLUMN]}
          figures={[
            {
              header: texts.count,
              cell: ({ lessonAmount }) => formatNumber(lessonAmount),
              sum: formatNumber(payments.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0)),
            },
            {
              header: texts.amount,
              cell: ({ moneyAmount }) => formatMoney(moneyAmount),
              sum: formatMoney(payments.reduce((sum, { moneyAmount }) => sum + moneyAmount, 0)),
            },
          ]}
          sumLabel={texts.sum}
        />
      )}
    </Card>
  );
}

function Balance({ figures: { available: balance } }: { figures: StudentStatistics }) {
  if (balance.length === 0) return null;
  return (
    <Card title={texts.balance} text={texts.balanceText}>
      <FiguresTable
        label={listTexts.table(texts.balance)}
        rows={balance}
        rowKey={({ subject, level }) => `${subject} ${level}`}
        words={[SUBJECT_COLUMN]}
        figures={[{ header: texts.left, cell: ({ available }) => formatNumber(available) }]}
      />
    </Card>
  );
}
