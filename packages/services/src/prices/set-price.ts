import type { AppliedPrice, SetPriceInput } from "@korki/contracts/prices";
import {
  findPrices,
  lockPeopleForShare,
  replaceIndividualPrice,
  replaceListPrice,
  type Tx,
  transact,
} from "@korki/db";
import { LIST_PRICE_IDS, priceList } from "@korki/domain";
import type { ActorCtx } from "../context";
import { diff, recordHistory } from "../history";
import { requireChangeable } from "../people/get-person";

/**
 * An administrator sets the price and rate of a level for a student, a teacher or both together; for neither, in the
 * price list. Lessons that exist keep theirs. Throws `not_found` for people of another role.
 */
export async function setPrice(ctx: ActorCtx, input: SetPriceInput): Promise<AppliedPrice> {
  const { studentId, teacherId, level, price, rate } = input;
  return transact(ctx.db, async (tx) => {
    if (studentId === null && teacherId === null) return setListPrice(tx, ctx, input);
    await requirePeople(tx, input);
    const { saved, before } = await replaceIndividualPrice(tx, input);
    const changes = diff(before, { price, rate });
    if (Object.keys(changes).length > 0) {
      await recordHistory(tx, ctx, {
        entity: "price",
        entityId: saved.id,
        action: "save",
        changes: { level: { from: null, to: level }, ...changes },
        studentId,
        teacherId,
      });
    }
    return saved;
  });
}

async function setListPrice(
  tx: Tx,
  ctx: ActorCtx,
  { level, price, rate }: SetPriceInput,
): Promise<AppliedPrice> {
  const before = priceList(await findPrices(tx))[level];
  const changes = diff({ price: before.price, rate: before.rate }, { price, rate });
  if (Object.keys(changes).length > 0) {
    await replaceListPrice(tx, { level, price, rate });
    await recordHistory(tx, ctx, { entity: "price", entityId: level, action: "save", changes });
  }
  return { id: LIST_PRICE_IDS[level], level, price, rate, student: null, teacher: null };
}

async function requirePeople(tx: Tx, { studentId, teacherId }: SetPriceInput): Promise<void> {
  const ids = [studentId, teacherId].filter((id) => id !== null);
  const people = await lockPeopleForShare(tx, ids);
  if (studentId !== null) requireChangeable(people, studentId, "Student");
  if (teacherId !== null) requireChangeable(people, teacherId, "Teacher");
}
