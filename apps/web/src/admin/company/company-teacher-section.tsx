import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import type { CompanyFigures, CompanyTeacher } from "@korki/domain";
import { useState } from "react";
import { FiguresTable, SUBJECT_COLUMN } from "../../statistics/figures-table";
import { formatMoney, formatNumber } from "../../ui/formats";
import { fullName } from "../people/full-name";
import styles from "./company-teacher-section.module.css";

/** One teacher's month, opened by its heading: rows per subject and level, and their sum. */
export function CompanyTeacherSection({ teacher }: { teacher: CompanyTeacher }) {
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
      {opened ? <TeacherTable teacher={teacher} /> : null}
    </details>
  );
}

function TeacherTable({ teacher }: { teacher: CompanyTeacher }) {
  const rows = teacher.subjects.flatMap(({ subject, levels }) => levels.map((row) => ({ ...row, subject })));
  return (
    <FiguresTable
      label={fullName(teacher)}
      rows={rows}
      rowKey={({ subject, level }) => `${subject} ${level}`}
      words={[SUBJECT_COLUMN]}
      figures={figuresOf(teacher).map(({ header, show }) => ({ header, cell: show, sum: show(teacher) }))}
      sumLabel={texts.sum}
    />
  );
}

const FIGURES: readonly { header: string; show: (of: CompanyFigures) => string }[] = [
  { header: texts.completed, show: ({ completedLessons }) => formatNumber(completedLessons) },
  { header: texts.cancelled, show: ({ cancelledLessons }) => formatNumber(cancelledLessons) },
  // Charged cancellations are among the cancelled ones and explain earnings without a delivered lesson.
  { header: texts.charged, show: ({ chargedLessons }) => formatNumber(chargedLessons) },
  { header: texts.ofTeacher, show: ({ teacherEarnings }) => formatMoney(teacherEarnings) },
  { header: texts.companyEarnings, show: ({ companyEarnings }) => formatMoney(companyEarnings) },
];

/** A centre that charges no cancellation sees no column about it. */
function figuresOf({ chargedLessons }: CompanyTeacher) {
  return FIGURES.filter(({ header }) => header !== texts.charged || chargedLessons > 0);
}
