import type { RelationInput } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { consentTexts } from "@korki/contracts/texts/consents";
import { type HeldPerson, insertRelation, lockPeopleForShare, type Tx, transact, violates } from "@korki/db";
import { fullName, type Role } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";

/**
 * An administrator assigns a student to a teacher; both are notified. Throws `not_found`, and `conflict` if they are
 * related already.
 */
export async function relate(ctx: ActorCtx, input: RelationInput): Promise<RelationInput> {
  const { teacherId, studentId } = input;
  await transact(ctx.db, (tx) => addRelation(tx, ctx, { teacherId, studentId }));
  return { teacherId, studentId };
}

/** The same within a transaction that does more. */
export async function addRelation(tx: Tx, ctx: ActorCtx, relation: RelationInput): Promise<void> {
  const { teacherId, studentId } = relation;
  const { teacher, student } = await lockTeacherAndStudent(tx, relation);
  if (teacher.isErased || student.isErased) throw conflict(adminPeopleTexts.erasedAccount);
  try {
    const isNew = await insertRelation(tx, { ...relation, createdAt: ctx.now() });
    if (!isNew) throw conflict(adminPeopleTexts.alreadyRelated);
  } catch (error) {
    // The database refuses a teacher without the required checks (rules §16).
    throw violates(error, "teacher_vetted") ? conflict(consentTexts.notVetted) : error;
  }
  await recordHistory(tx, ctx, {
    entity: "relation",
    entityId: `${teacherId}/${studentId}`,
    action: "relate",
    changes: { related: { from: false, to: true } },
    teacherId,
    studentId,
  });
  await notify(
    tx,
    ctx,
    {
      kind: "relation-added",
      to: { userId: teacherId },
      facts: { otherName: fullName(student), otherRole: "Student" },
    },
    {
      kind: "relation-added",
      to: { userId: studentId },
      facts: { otherName: fullName(teacher), otherRole: "Teacher" },
    },
  );
}

/** Both people, held as they are until the transaction ends. Throws `not_found` where a role does not fit. */
export async function lockTeacherAndStudent(
  tx: Tx,
  { teacherId, studentId }: RelationInput,
): Promise<{ teacher: HeldPerson; student: HeldPerson }> {
  const people = await lockPeopleForShare(tx, [teacherId, studentId]);
  return {
    teacher: ofRole(people.get(teacherId), "Teacher"),
    student: ofRole(people.get(studentId), "Student"),
  };
}

function ofRole(person: HeldPerson | undefined, role: Role): HeldPerson {
  if (person?.role !== role) throw notFound();
  return person;
}
