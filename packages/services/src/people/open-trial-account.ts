import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { OpenedTrialAccount, OpenTrialAccountInput } from "@korki/contracts/trial-lessons";
import {
  findGuardianship,
  findParentByEmail,
  findTrialLesson,
  insertGuardianship,
  linkTrialToStudent,
  lockPeopleForShare,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import { today } from "@korki/domain";
import { addAccount } from "../accounts/create-user";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { addChild } from "../families/children";
import { notifyOfGuardianship } from "../families/guardianship-notices";
import { recordGuardianship } from "../families/guardianships";
import { recordHistory } from "../history";
import { addRelation } from "./relate";

/**
 * Makes a pupil of a trial request, in one step: the student's account, the parent's where a parent asked, both invited
 * by e-mail, the guardianship with all rights, and the relation to the trial's teacher unless erased. A student without an address has
 * no login. A parent who has an account already keeps it and is notified. Throws `not_found`, and `conflict` for a second
 * time and for an address that has another account.
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
  const teacherId = trial.teacher?.id ?? null;
  const people = await lockPeopleForShare(tx, teacherId === null ? [] : [teacherId]);
  const isRelated = teacherId !== null && people.get(teacherId)?.isErased === false;
  // A child without a login: what it is told goes to the parent.
  const isToldOfTeacher = email === "" && isRelated;
  const parentId = parent
    ? await addParent(tx, ctx, { ...parent, phone: trial.parentPhone }, { studentId, isToldOfTeacher })
    : null;
  await recordHistory(tx, ctx, {
    entity: "trialLesson",
    entityId: id,
    action: "openAccount",
    changes: {},
    teacherId,
    studentId,
  });
  if (isRelated) await addRelation(tx, ctx, { teacherId, studentId });
  return { studentId, parentId };
}

/**
 * Finds or makes the parent's account, and makes the parent the student's guardian and payer. Who had an account is told of
 * that, unless the child's teacher is news for the same parent.
 */
async function addParent(
  tx: Tx,
  ctx: ActorCtx,
  parent: NonNullable<OpenTrialAccountInput["parent"]> & { phone: string },
  { studentId, isToldOfTeacher }: { studentId: string; isToldOfTeacher: boolean },
): Promise<string> {
  const known = await findParentByEmail(tx, parent.email);
  const parentId =
    known ??
    (await addAccount(tx, ctx, { ...parent, role: "Parent", phoneParent: "", passwordHash: null })).id;
  const terms = { canBook: true, canPay: true, isPayer: true, from: today(ctx.now()), to: null };
  const id = newId();
  await insertGuardianship(tx, { id, parentId, studentId, ...terms });
  await recordGuardianship(tx, ctx, "add", null, { parentId, studentId, ...terms });
  const added = known === null || isToldOfTeacher ? null : await findGuardianship(tx, id);
  if (added) await notifyOfGuardianship(tx, ctx, "added", added, "parent");
  return parentId;
}
