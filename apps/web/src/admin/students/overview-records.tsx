import { studentOverviewTexts as texts } from "@korki/contracts/texts/student-overview";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { formatDay, formatMoney, formatNumber, formatShortDate, formatShortSubject } from "../../ui/formats";
import { Loaded, TableSkeleton } from "../../ui/page-states";
import styles from "./student-overview.module.css";

/** So many answer a call. */
const SHOWN = 3;

/** The last reports about a student, with homework. */
export function OverviewReports({ studentId }: { studentId: string }) {
  const query = trpc.reports.ofStudent.useQuery({ studentId, pageSize: SHOWN });
  return (
    <Records
      title={texts.reports}
      none={texts.noReports}
      more={{ to: paths.studentTab(studentId, "raporty"), label: texts.allReports }}
      query={query}
    >
      {(report) => (
        <li key={report.id}>
          <strong>
            {formatDay(report.date)}, {formatShortSubject(report)}
          </strong>
          <span className={styles.under}>{report.summary}</span>
          {report.homework ? (
            <span className={styles.under}>
              {texts.homework}: {report.homework} (
              {report.homeworkDone ? texts.homeworkDone : texts.homeworkOpen})
            </span>
          ) : null}
        </li>
      )}
    </Records>
  );
}

/** A student's last payments. */
export function OverviewPayments({ studentId }: { studentId: string }) {
  const query = trpc.payments.ofStudent.useQuery({ studentId, showVoided: false, pageSize: SHOWN });
  return (
    <Records
      title={texts.payments}
      none={texts.noPayments}
      more={{ to: paths.studentTab(studentId, "finanse"), label: texts.allPayments }}
      query={query}
    >
      {(payment) => (
        <li key={payment.id}>
          <strong className="tabular">
            {formatShortDate(payment.paidOn)}: {formatMoney(payment.moneyAmount)}
          </strong>
          <span className={styles.under}>
            {formatShortSubject(payment)}, {texts.lessons}: {formatNumber(payment.lessonAmount)}
          </span>
        </li>
      )}
    </Records>
  );
}

/** A card with the newest of something, and the way to all of it. */
export function Records<Row>(props: {
  title: string;
  none: string;
  more: { to: string; label: string };
  query: Parameters<typeof Loaded<{ items: Row[] }>>[0]["query"];
  children: (row: Row) => ReactNode;
}) {
  const { title, none, more, query } = props;
  return (
    <Card
      title={title}
      actions={
        <Button component={Link} to={more.to} variant="default" size="sm">
          {more.label}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{none}</p>
          ) : (
            <ul className={styles.list}>{items.map(props.children)}</ul>
          )
        }
      </Loaded>
    </Card>
  );
}
