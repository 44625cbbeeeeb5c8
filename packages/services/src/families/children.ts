import type { Person } from "@korki/contracts/admin-people";
import type { Child, CreateChildInput } from "@korki/contracts/families";
import { familyTexts } from "@korki/contracts/texts/families";
import {
  insertChild,
  insertGuardianship,
  listChildrenOf,
  lockPeopleForShare,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import { fullName, today } from "@korki/domain";
import { getPerson } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { recordHistory } from "../history";
import { notifyOfGuardianship } from "./guardianship-notices";
import { recordGuardianship } from "./guardianships";

/** An administrator makes a student without a login, whose parent has all rights, pays and is notified (rules §15). */
export async function createChild(
  ctx: ActorCtx,
  { name, surname, parentId, phoneParent }: CreateChildInput,
): Promise<Person> {
  const id = await transact(ctx.db, async (tx) => {
    const parent = (await lockPeopleForShare(tx, [parentId])).get(parentId);
    if (parent?.role !== "Parent" || parent.isErased) {
      throw new ServiceError("not_found", familyTexts.parentNotFound);
    }
    const studentId = await addChild(tx, ctx, { name, surname, phoneParent });
    const terms = { canBook: true, canPay: true, isPayer: true, from: today(ctx.now()), to: null };
    await insertGuardianship(tx, { id: newId(), parentId, studentId, ...terms });
    await recordGuardianship(tx, ctx, "add", null, { parentId, studentId, ...terms });
    const names = { parentName: fullName(parent), studentName: fullName({ name, surname }) };
    await notifyOfGuardianship(tx, ctx, "added", { parentId, studentId, ...names, ...terms });
    return studentId;
  });
  return getPerson(ctx, { id });
}

/** Inserts a student without a login and records it; the caller adds the parent in the same transaction. */
export async function addChild(
  tx: Tx,
  ctx: ActorCtx,
  child: Pick<CreateChildInput, "name" | "surname" | "phoneParent"> & { phone?: string },
): Promise<string> {
  const { name, surname, phone = "", phoneParent } = child;
  const id = newId();
  await insertChild(tx, { id, name, surname, phone, phoneParent, createdAt: ctx.now() });
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: id,
    action: "create",
    changes: { role: { from: null, to: "Student" } },
    studentId: id,
  });
  return id;
}

/** Lists the children for whom the parent acts today. */
export async function listChildren(ctx: ActorCtx): Promise<Child[]> {
  const rows = await listChildrenOf(ctx.db, ctx.actor.id);
  return rows.map(({ canBook: book, canPay: pay, isPayer: payer, isDisabled: _, ...child }) => ({
    ...child,
    rights: { book, pay },
    payer,
  }));
}
