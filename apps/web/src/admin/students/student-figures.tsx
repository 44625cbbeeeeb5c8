import type { StudentStatistics } from "@korki/contracts/statistics";
import { studentFiguresTexts as texts } from "@korki/contracts/texts/admin-statistics";
import { lessonStatusNames, levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { availableLessons, SUBJECTS } from "@korki/domain";
import { Box, Stack } from "@mantine/core";
import { Chart } from "../../statistics/chart";
import styles from "../../statistics/figures.module.css";
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
          <Box
            component="section"
            className={styles.scroll}
            aria-label={texts.table(texts.lessons)}
            tabIndex={0}
          >
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{texts.subject}</th>
                  <th scope="col">{texts.level}</th>
                  <th scope="col">{texts.status}</th>
                  <th scope="col" data-align="right">
                    {texts.count}
                  </th>
                </tr>
              </thead>
              <tbody>
                {lessons.map(({ subject, level, status, lessonAmount }) => (
                  <tr key={`${subject} ${level} ${status}`}>
                    <td>{subjectTexts[subject]}</td>
                    <td>{levelTexts[level]}</td>
                    <td>{lessonStatusNames[status]}</td>
                    <td data-align="right">{formatNumber(lessonAmount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Box>
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
        <Box
          component="section"
          className={styles.scroll}
          aria-label={texts.table(texts.payments)}
          tabIndex={0}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{texts.subject}</th>
                <th scope="col">{texts.level}</th>
                <th scope="col" data-align="right">
                  {texts.count}
                </th>
                <th scope="col" data-align="right">
                  {texts.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {payments.map(({ subject, level, lessonAmount, moneyAmount }) => (
                <tr key={`${subject} ${level}`}>
                  <td>{subjectTexts[subject]}</td>
                  <td>{levelTexts[level]}</td>
                  <td data-align="right">{formatNumber(lessonAmount)}</td>
                  <td data-align="right">{formatMoney(moneyAmount)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {texts.sum}
                </th>
                <td data-align="right">
                  {formatNumber(payments.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0))}
                </td>
                <td data-align="right">
                  {formatMoney(payments.reduce((sum, { moneyAmount }) => sum + moneyAmount, 0))}
                </td>
              </tr>
            </tfoot>
          </table>
        </Box>
      )}
    </Card>
  );
}

/** By the rule that the student's own screen counts by. */
function Balance({ figures: { lessons, payments } }: { figures: StudentStatistics }) {
  const balance = availableLessons(
    payments,
    lessons.map(({ lessonAmount, ...lesson }) => ({ ...lesson, count: lessonAmount })),
  );
  if (balance.length === 0) return null;
  return (
    <Card title={texts.balance} text={texts.balanceText}>
      <Box component="section" className={styles.scroll} aria-label={texts.table(texts.balance)} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.subject}</th>
              <th scope="col">{texts.level}</th>
              <th scope="col" data-align="right">
                {texts.left}
              </th>
            </tr>
          </thead>
          <tbody>
            {balance.map(({ subject, level, available }) => (
              <tr key={`${subject} ${level}`}>
                <td>{subjectTexts[subject]}</td>
                <td>{levelTexts[level]}</td>
                <td data-align="right">{formatNumber(available)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Card>
  );
}
