import type { RelatedInput, RelatedPerson, RelationInput } from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  deleteRelation,
  findRole,
  insertRelation,
  type LockedPerson,
  listRelated,
  lockPeopleForShare,
  signalContacts,
  type Tx,
  transact,
  violates,
} from "@korki/db";
import { fullName, type Role } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";

/** A teacher's students, or a student's teachers. */
export function listRelatedPeople(ctx: ActorCtx, input: RelatedInput): Promise<Page<RelatedPerson>> {
  return otherSide(ctx, "related", input);
}

/** Who could be assigned to this person: of the other role, enabled, not assigned yet. */
export function listRelationCandidates(ctx: ActorCtx, input: RelatedInput): Promise<Page<RelatedPerson>> {
  return otherSide(ctx, "candidates", input);
}

async function otherSide(
  ctx: ActorCtx,
  which: "related" | "candidates",
  input: RelatedInput,
): Promise<Page<RelatedPerson>> {
  const { id } = input;
  const role = await findRole(ctx.db, id);
  if (role !== "Teacher" && role !== "Student") throw notFound();
  const found = await listRelated(ctx.db, { id, role }, which, input);
  return { ...found, page: input.page, pageSize: input.pageSize };
}

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
  await signalContacts(tx, { parentsOf: [studentId] });
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
): Promise<{ teacher: LockedPerson; student: LockedPerson }> {
  const people = await lockPeopleForShare(tx, [teacherId, studentId]);
  return {
    teacher: ofRole(people.get(teacherId), "Teacher"),
    student: ofRole(people.get(studentId), "Student"),
  };
}

function ofRole(person: LockedPerson | undefined, role: Role): LockedPerson {
  if (person?.role !== role) throw notFound();
  return person;
}

/**
 * An administrator removes a student from a teacher. Planned lessons stay; new ones cannot be booked (rules §4).
 * Throws `not_found` if they are not related.
 */
export async function unrelate(ctx: ActorCtx, { teacherId, studentId }: RelationInput): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await deleteRelation(tx, { teacherId, studentId }))) throw notFound();
    await signalContacts(tx, { parentsOf: [studentId] });
    await recordHistory(tx, ctx, {
      entity: "relation",
      entityId: `${teacherId}/${studentId}`,
      action: "unrelate",
      changes: { related: { from: true, to: false } },
      teacherId,
      studentId,
    });
  });
}
