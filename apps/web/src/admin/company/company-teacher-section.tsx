import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import {
  type CompanyFigures,
  type CompanyTeacher,
  fullName,
  type StatusGroup,
  type SubjectLevel,
  type YearMonth,
} from "@korki/domain";
import { useState } from "react";
import { FiguresTable, SUBJECT_COLUMN } from "../../statistics/figures-table";
import { EarnedLink, LessonsLink } from "../../statistics/lesson-count";
import { formatMoney, formatNumber, formatSubject } from "../../ui/formats";
import styles from "./company-teacher-section.module.css";

/** One teacher's month, opened by its heading: rows per subject and level, and their sum. */
export function CompanyTeacherSection({ teacher, month }: { teacher: CompanyTeacher; month: YearMonth }) {
  // A big centre has thousands of these; only what is open is drawn.
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.teacher} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        <span className={styles.name}>{fullName(teacher)}</span>
        <span className={styles.short}>
          {texts.inShort(
            teacher.completedLessons,
            formatNumber(teacher.completedLessons),
            formatMoney(teacher.teacherEarnings),
            formatMoney(teacher.companyEarnings),
          )}
        </span>
      </summary>
      {opened ? <TeacherTable teacher={teacher} month={month} /> : null}
    </details>
  );
}

function TeacherTable({ teacher, month }: { teacher: CompanyTeacher; month: YearMonth }) {
  const base = { rok: month.year, miesiac: month.month, nauczyciel: teacher.teacherId };
  const rows = teacher.subjects.flatMap(({ subject, levels }) => levels.map((row) => ({ ...row, subject })));
  return (
    <FiguresTable<CompanyFigures & SubjectLevel>
      label={fullName(teacher)}
      rows={rows}
      rowKey={({ subject, level }) => `${subject} ${level}`}
      words={[SUBJECT_COLUMN]}
      figures={figuresOf(teacher).map(({ header, show, group, count, earned }) => ({
        header,
        cell: (row) =>
          group && count ? (
            <LessonsLink
              to={{ ...base, przedmiot: row.subject, poziom: row.level, status: group }}
              count={count(row)}
              name={`${header}, ${formatSubject(row)}`}
            />
          ) : earned ? (
            <EarnedLink
              to={{ ...base, przedmiot: row.subject, poziom: row.level }}
              amount={earned(row)}
              of={row}
              name={`${header}, ${formatSubject(row)}`}
            />
          ) : (
            show?.(row)
          ),
        sum:
          group && count ? (
            <LessonsLink to={{ ...base, status: group }} count={count(teacher)} name={header} />
          ) : earned ? (
            <EarnedLink to={base} amount={earned(teacher)} of={teacher} name={header} />
          ) : (
            show?.(teacher)
          ),
      }))}
      sumLabel={texts.sum}
    />
  );
}

const FIGURES: readonly {
  header: string;
  show?: (of: CompanyFigures) => string;
  /** the lessons that it counts */
  group?: StatusGroup;
  count?: (of: CompanyFigures) => number;
  /** whole złoty that those lessons earned */
  earned?: (of: CompanyFigures) => number;
}[] = [
  {
    header: texts.completed,
    group: "delivered",
    count: ({ completedLessons }) => completedLessons,
  },
  {
    header: texts.cancelled,
    group: "cancelled",
    count: ({ cancelledLessons }) => cancelledLessons,
  },
  // Charged cancellations are among the cancelled ones and explain earnings without a delivered lesson.
  { header: texts.charged, show: ({ chargedLessons }) => formatNumber(chargedLessons) },
  { header: texts.ofTeacher, earned: ({ teacherEarnings }) => teacherEarnings },
  { header: texts.companyEarnings, earned: ({ companyEarnings }) => companyEarnings },
];

/** A centre that charges no cancellation sees no column about it. */
function figuresOf({ chargedLessons }: CompanyTeacher) {
  return FIGURES.filter(({ header }) => header !== texts.charged || chargedLessons > 0);
}
