import { type Executor, findStudentPrices, listPricesOfOneMore, listUnpaidLessons } from "@korki/db";
import type { SubjectLevel } from "@korki/domain";

/**
 * Returns what lessons cost that a student buys one by one: of each subject and level, the prices of the lessons that nothing
 * covers, the oldest first, and what one more costs with the teacher of the latest one. Whole złoty.
 */
export async function listLoosePrices(
  on: Executor,
  studentId: string,
): Promise<(SubjectLevel & { prices: number[]; morePrice: number })[]> {
  const unpaid = await listUnpaidLessons(on, studentId);
  const list = await findStudentPrices(on, studentId);
  return (await listPricesOfOneMore(on, studentId)).map(({ subject, level, price }) => ({
    subject,
    level,
    prices: unpaid.flatMap((of) => (of.subject === subject && of.level === level ? [of.price] : [])),
    morePrice: price ?? list[level].price,
  }));
}
