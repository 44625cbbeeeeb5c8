import type { PeopleOutcome, RelateManyInput, UnrelateManyInput } from "@korki/contracts/people-bulk";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  deleteRelations,
  findRelatedStudents,
  insertRelations,
  lockPeopleForShare,
  signalContacts,
  type Tx,
  transact,
  violates,
} from "@korki/db";
import { fullName } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { notify, sortByRecipient } from "../outbox";
import { takeManyPeople } from "./many-people";

/**
 * Assigns a teacher to many students. Those who have the teacher already are left alone. Each student, or
 * parent of children without a login, gets one message, the teacher one about all of them. Throws `not_found` for anybody
 * who is no teacher.
 */
export async function relateMany(
  ctx: ActorCtx,
  { teacherId, people }: RelateManyInput,
): Promise<PeopleOutcome> {
  return transact(ctx.db, async (tx) => {
    const teacher = (await lockPeopleForShare(tx, [teacherId])).get(teacherId);
    if (teacher?.role !== "Teacher") throw notFound();
    if (teacher.isErased) throw conflict(adminPeopleTexts.erasedAccount);
    const related = await findRelatedStudents(tx, teacherId);
    const { able, outcome } = await takeManyPeople(tx, ctx, "Student", people, ({ id }) =>
      related.has(id) ? adminPeopleTexts.alreadyRelated : null,
    );
    const [first] = able;
    if (!first) return outcome;
    try {
      await insertRelations(tx, { teacherId, studentIds: outcome.done, createdAt: ctx.now() });
    } catch (error) {
      // The database refuses a teacher without the required checks (rules §16).
      throw violates(error, "teacher_vetted") ? conflict(consentTexts.notVetted) : error;
    }
    await recordRelations(tx, ctx, teacherId, outcome.done, true);
    const told = await sortByRecipient(
      tx,
      ctx,
      able.map((each) => ({ personId: each.id, tells: "person" as const, part: fullName(each) })),
    );
    await notify(
      tx,
      ctx,
      {
        kind: "relation-added",
        to: { userId: teacherId },
        facts: { otherName: fullName(first), otherRole: "Student", count: able.length },
      },
      ...told.map(({ to, isSeveral, parts }) => ({
        kind: "relation-added" as const,
        to,
        facts: {
          otherName: fullName(teacher),
          otherRole: "Teacher" as const,
          ...(isSeveral && { studentNames: parts }),
        },
      })),
    );
    return outcome;
  });
}

/**
 * Takes a teacher from many students; planned lessons stay. Those who have not this teacher are passed over. Throws
 * `not_found` for anybody who is no teacher.
 */
export async function unrelateMany(ctx: ActorCtx, { teacherId, ids }: UnrelateManyInput): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const teacher = (await lockPeopleForShare(tx, [teacherId])).get(teacherId);
    if (teacher?.role !== "Teacher") throw notFound();
    const studentIds = await deleteRelations(tx, { teacherId, studentIds: ids });
    await recordRelations(tx, ctx, teacherId, studentIds, false);
  });
}

/** Records relations that began or ended, and signals the students' parents. */
async function recordRelations(
  tx: Tx,
  ctx: ActorCtx,
  teacherId: string,
  studentIds: readonly string[],
  related: boolean,
): Promise<void> {
  await signalContacts(tx, { parentsOf: studentIds });
  await recordHistory(
    tx,
    ctx,
    ...studentIds.map((studentId) => ({
      entity: "relation" as const,
      entityId: `${teacherId}/${studentId}`,
      action: related ? ("relate" as const) : ("unrelate" as const),
      changes: { related: { from: !related, to: related } },
      teacherId,
      studentId,
    })),
  );
}
