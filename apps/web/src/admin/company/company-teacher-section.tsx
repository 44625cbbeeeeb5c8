import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { CompanyFigures, CompanyTeacher } from "@korki/domain";
import { Box } from "@mantine/core";
import { useState } from "react";
import figureStyles from "../../statistics/figures.module.css";
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
          {formatNumber(teacher.completedLessons)} · {formatMoney(teacher.teacherEarnings)} ·{" "}
          {formatMoney(teacher.companyEarnings)}
        </span>
      </summary>
      {opened ? <TeacherTable teacher={teacher} /> : null}
    </details>
  );
}

function TeacherTable({ teacher }: { teacher: CompanyTeacher }) {
  return (
    <Box component="section" className={figureStyles.scroll} aria-label={fullName(teacher)} tabIndex={0}>
      <table className={figureStyles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.subject}</th>
            <th scope="col">{texts.level}</th>
            <th scope="col" data-align="right">
              {texts.completed}
            </th>
            <th scope="col" data-align="right">
              {texts.cancelled}
            </th>
            <th scope="col" data-align="right">
              {texts.ofTeacher}
            </th>
            <th scope="col" data-align="right">
              {texts.companyEarnings}
            </th>
          </tr>
        </thead>
        <tbody>
          {teacher.subjects.flatMap(({ subject, levels }) =>
            levels.map((row) => (
              <tr key={`${subject} ${row.level}`}>
                <td>{subjectTexts[subject]}</td>
                <td>{levelTexts[row.level]}</td>
                <FigureCells of={row} />
              </tr>
            )),
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {texts.sum}
            </th>
            <FigureCells of={teacher} />
          </tr>
        </tfoot>
      </table>
    </Box>
  );
}

function FigureCells({ of }: { of: CompanyFigures }) {
  return (
    <>
      <td data-align="right">{formatNumber(of.completedLessons)}</td>
      <td data-align="right">{formatNumber(of.cancelledLessons)}</td>
      <td data-align="right">{formatMoney(of.teacherEarnings)}</td>
      <td data-align="right">{formatMoney(of.companyEarnings)}</td>
    </>
  );
}
