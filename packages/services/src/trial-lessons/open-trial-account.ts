import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { OpenedTrialAccount, OpenTrialAccountInput } from "@korki/contracts/trial-lessons";
import {
  findParentByEmail,
  findTrialLesson,
  insertGuardianship,
  linkTrialToStudent,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import { today } from "@korki/domain";
import { addAccount } from "../accounts/create-user";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { addChild } from "../families/children";
import { recordGuardianship } from "../families/guardianships";
import { recordHistory } from "../history";
import { addRelation } from "../people/relate";

/**
 * Makes a pupil of a trial request, in one step: the student's account, the parent's where a parent asked, both invited
 * by e-mail, the guardianship with all rights, and the relation to the trial's teacher. A student without an address has
 * no login. A parent who has an account already keeps it. Throws `not_found`, and `conflict` for a second time and for an address that has another account.
 */
export async function openTrialAccount(
  ctx: ActorCtx,
  input: OpenTrialAccountInput,
): Promise<OpenedTrialAccount> {
  return transact(ctx.db, (tx) => open(tx, ctx, input));
}

async function open(tx: Tx, ctx: ActorCtx, input: OpenTrialAccountInput): Promise<OpenedTrialAccount> {
  const { id, name, surname, email, phone, parent } = input;
  const trial = await findTrialLesson(tx, id);
  if (!trial) throw notFound();
  if (trial.studentId !== null) throw conflict(trialTexts.accountExists);
  const person = { name, surname, email, phone, phoneParent: trial.parentPhone, passwordHash: null };
  const studentId =
    email === ""
      ? await addChild(tx, ctx, person)
      : (await addAccount(tx, ctx, { ...person, role: "Student" })).id;
  // The database decides between two who do it at once.
  if (!(await linkTrialToStudent(tx, id, studentId))) throw conflict(trialTexts.accountExists);
  const parentId = parent
    ? await addParent(tx, ctx, { ...parent, phone: trial.parentPhone }, studentId)
    : null;
  await recordHistory(tx, ctx, {
    entity: "trialLesson",
    entityId: id,
    action: "openAccount",
    changes: {},
    teacherId: trial.teacher?.id ?? null,
    studentId,
  });
  if (trial.teacher) await addRelation(tx, ctx, { teacherId: trial.teacher.id, studentId });
  return { studentId, parentId };
}

/** Finds or makes the parent's account, and makes the parent the student's guardian and payer. */
async function addParent(
  tx: Tx,
  ctx: ActorCtx,
  parent: NonNullable<OpenTrialAccountInput["parent"]> & { phone: string },
  studentId: string,
): Promise<string> {
  const parentId =
    (await findParentByEmail(tx, parent.email)) ??
    (await addAccount(tx, ctx, { ...parent, role: "Parent", phoneParent: "", passwordHash: null })).id;
  const terms = { canBook: true, canPay: true, isPayer: true, from: today(ctx.now()), to: null };
  await insertGuardianship(tx, { id: newId(), parentId, studentId, ...terms });
  await recordGuardianship(tx, ctx, "add", null, { parentId, studentId, ...terms });
  return parentId;
}
