import type { Person } from "@korki/contracts/admin-people";
import type { CreateChildInput } from "@korki/contracts/families";
import { familyTexts } from "@korki/contracts/texts/families";
import { insertChild, insertGuardianship, lockPeopleForShare, newId, transact } from "@korki/db";
import { today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { recordHistory } from "../history";
import { getPerson } from "../people/get-person";
import { recordGuardianship } from "./guardianships";

/** An administrator makes a student without a login, whose parent has all rights and pays (rules §15). */
export async function createChild(
  ctx: ActorCtx,
  { name, surname, parentId, phoneParent }: CreateChildInput,
): Promise<Person> {
  const id = newId();
  await transact(ctx.db, async (tx) => {
    const parent = (await lockPeopleForShare(tx, [parentId])).get(parentId);
    if (parent?.role !== "Parent" || parent.isErased) {
      throw new ServiceError("not_found", familyTexts.parentNotFound);
    }
    const now = ctx.now();
    await insertChild(tx, { id, name, surname, phoneParent, createdAt: now });
    const terms = { canBook: true, canPay: true, isPayer: true, from: today(now), to: null };
    await insertGuardianship(tx, { id: newId(), parentId, studentId: id, ...terms });
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: id,
      action: "create",
      changes: { role: { from: null, to: "Student" } },
      studentId: id,
    });
    await recordGuardianship(tx, ctx, "add", null, { parentId, studentId: id, ...terms });
  });
  return getPerson(ctx, { id });
}
