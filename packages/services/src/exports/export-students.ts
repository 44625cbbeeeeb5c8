import type { StudentListInput } from "@korki/contracts/admin-people";
import { csvText } from "@korki/contracts/csv";
import { type CsvFile, EXPORT_ROWS_MAX } from "@korki/contracts/exports";
import { exportTexts } from "@korki/contracts/texts/exports";
import { shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { listPayerNames, listStudents } from "@korki/db";
import { bySubjectLevel, fullName, today } from "@korki/domain";
import type { ActorCtx } from "../context";

/** The students whom the filters let through, in the order of the list, each with payer, balances and debt. */
export async function exportStudents(
  ctx: ActorCtx,
  filters: Omit<StudentListInput, "page" | "pageSize">,
): Promise<CsvFile> {
  const { items } = await listStudents(ctx.db, { ...filters, page: 1, pageSize: EXPORT_ROWS_MAX });
  const payers = await listPayerNames(
    ctx.db,
    items.map(({ id }) => id),
  );
  return {
    fileName: `uczniowie-${today(ctx.now())}.csv`,
    content: csvText(
      exportTexts.studentColumns,
      items.map((student) => [
        fullName(student),
        student.email,
        student.phone,
        student.phoneParent,
        payers.get(student.id) ?? "",
        student.balances
          .toSorted(bySubjectLevel)
          .map(
            ({ subject, level, available }) =>
              `${subjectTexts[subject]} (${shortLevelTexts[level]}): ${available}`,
          )
          .join(", "),
        student.owed,
      ]),
    ),
  };
}
