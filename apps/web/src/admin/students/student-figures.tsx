import type { StudentStatistics } from "@korki/contracts/statistics";
import { studentFiguresTexts as texts } from "@korki/contracts/texts/admin-statistics";
import { lessonStatusNames, subjectTexts } from "@korki/contracts/texts/statuses";
import { SUBJECTS } from "@korki/domain";
import { Stack } from "@mantine/core";
import { Chart } from "../../statistics/chart";
import { FiguresTable, SUBJECT_COLUMN } from "../../statistics/figures-table";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { formatMoney, formatNumber } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";

/** The tab "Statystyki" of a student: lessons by subject, level and status; payments; what is left. */
export default function StudentFigures({ studentId }: { studentId: string }) {
  const query = trpc.statistics.student.useQuery({ studentId });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
      {(figures) => (
        <>
          <LessonFigures figures={figures} />
          <PaymentFigures figures={figures} />
          <Balance figures={figures} />
        </>
      )}
    </Loaded>
  );
}

function LessonFigures({ figures: { lessons } }: { figures: StudentStatistics }) {
  const bySubject = SUBJECTS.map((subject) => ({
    name: subjectTexts[subject],
    values: {
      lessons: lessons
        .filter((row) => row.subject === subject)
        .reduce((sum, { lessonAmount }) => sum + lessonAmount, 0),
    },
  })).filter(({ values }) => values.lessons > 0);
  return (
    <Card title={texts.lessons}>
      {lessons.length === 0 ? (
        <EmptyState title={texts.nothing} />
      ) : (
        <Stack gap="lg">
          <Chart
            label={texts.lessonsChart}
            data={bySubject}
            series={[{ key: "lessons", label: texts.count }]}
            unit="count"
          />
          <FiguresTable
            label={texts.table(texts.lessons)}
            rows={lessons}
            rowKey={({ subject, level, status }) => `${subject} ${level} ${status}`}
            words={[
              SUBJECT_COLUMN,
              { header: texts.status, cell: ({ status }) => lessonStatusNames[status] },
            ]}
            figures={[{ header: texts.count, cell: ({ lessonAmount }) => formatNumber(lessonAmount) }]}
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
        <EmptyState title={texts.nothing} />
      ) : (
        <FiguresTable
          label={texts.table(texts.payments)}
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
        label={texts.table(texts.balance)}
        rows={balance}
        rowKey={({ subject, level }) => `${subject} ${level}`}
        words={[SUBJECT_COLUMN]}
        figures={[{ header: texts.left, cell: ({ available }) => formatNumber(available) }]}
      />
    </Card>
  );
}
