import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { OpenedTrialAccount, OpenTrialAccountInput } from "@korki/contracts/trial-lessons";
import { findTrialLesson, linkTrialToStudent, type Tx, transact } from "@korki/db";
import { addAccount } from "../accounts/create-user";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { addRelation } from "../people/relate";

/**
 * An administrator makes a pupil of a trial request, in one step: the student's account, the parent's where a parent
 * asked, both invited by e-mail, and the relation to the trial's teacher. Throws `not_found`, and `conflict` for a
 * second time and for an address that has an account.
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
  const { id: studentId } = await addAccount(tx, ctx, { ...person, role: "Student" });
  // The database decides between two who do it at once.
  if (!(await linkTrialToStudent(tx, id, studentId))) throw conflict(trialTexts.accountExists);
  const parentId = parent
    ? (
        await addAccount(tx, ctx, {
          ...parent,
          role: "Parent",
          phone: trial.parentPhone,
          phoneParent: "",
          passwordHash: null,
        })
      ).id
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
