import type { Executor } from "./client";
import { newId } from "./ids";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A person, or a trial request. */
export type OfficeTarget = { of: "person" | "trial"; id: string };

export type OfficeNoteRow = {
  id: string;
  text: string;
  author: { id: string; name: string; surname: string } | null;
  createdAt: string;
};

const ofTarget = ({ of, id }: OfficeTarget, alias: Sql) =>
  of === "person"
    ? sql`(${alias}.person_id = ${id}::uuid
        OR ${alias}.trial_id IN (SELECT t.id FROM trial_lessons t WHERE t.student_id = ${id}::uuid))`
    : sql`${alias}.trial_id = ${id}::uuid`;

/** Whether there is such a trial request, or student or parent who was not erased; locked against going away. */
export async function lockOfficeTarget(tx: Tx, { of, id }: OfficeTarget): Promise<boolean> {
  const rows = await query(
    tx,
    of === "trial"
      ? sql`SELECT FROM trial_lessons WHERE id = ${id}::uuid FOR SHARE`
      : sql`SELECT FROM users WHERE id = ${id}::uuid AND role IN ('Student', 'Parent') AND erased_at IS NULL FOR SHARE`,
  );
  return rows.length === 1;
}

/** The newest notes first. */
export function listOfficeNotes(on: Executor, target: OfficeTarget, limit: number): Promise<OfficeNoteRow[]> {
  return query(
    on,
    sql`SELECT n.id, n.text, ${nameJson(sql`u`)} AS author, ${isoTime(sql`n.created_at`)} AS "createdAt"
          FROM office_notes n LEFT JOIN users u ON u.id = n.author_id WHERE ${ofTarget(target, sql`n`)}
         ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}::int`,
  );
}

export async function listOfficeTagsOf(on: Executor, target: OfficeTarget): Promise<string[]> {
  const rows = await query<{ tag: string }>(
    on,
    sql`SELECT g.tag FROM office_tags g WHERE ${ofTarget(target, sql`g`)}
         GROUP BY g.tag ORDER BY g.tag COLLATE "pl-x-icu"`,
  );
  return rows.map(({ tag }) => tag);
}

/** Every tag in use, as far as there are so many. */
export async function listOfficeTags(on: Executor, limit: number): Promise<string[]> {
  const rows = await query<{ tag: string }>(
    on,
    sql`SELECT tag FROM office_tags GROUP BY tag ORDER BY tag COLLATE "pl-x-icu" LIMIT ${limit}::int`,
  );
  return rows.map(({ tag }) => tag);
}

export async function insertOfficeNote(
  tx: Tx,
  { of, id, ...note }: OfficeTarget & { text: string; authorId: string; createdAt: Date },
): Promise<void> {
  const target = of === "person" ? { personId: id } : { trialId: id };
  await tx.officeNote.create({ data: { id: newId(), ...target, ...note }, select: { id: true } });
}

/** Returns whether there was such a note. */
export async function deleteOfficeNote(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.officeNote.deleteMany({ where: { id } });
  return count === 1;
}

/** Replaces the tags of a person, with those of the trial request from which the account came, or of a request. */
export async function replaceOfficeTags(
  tx: Tx,
  target: OfficeTarget,
  tags: readonly string[],
): Promise<void> {
  const { of, id } = target;
  const kept = await listOfficeTagsOf(tx, target);
  await execute(
    tx,
    sql`DELETE FROM office_tags g WHERE ${ofTarget(target, sql`g`)} AND g.tag <> ALL (${tags}::text[])`,
  );
  const added = tags.filter((tag) => !kept.includes(tag));
  await tx.officeTag.createMany({
    data: added.map((tag) => ({
      id: newId(),
      tag,
      ...(of === "person" ? { personId: id } : { trialId: id }),
    })),
    skipDuplicates: true,
  });
}

/** Narrows people `u` to those with a tag, of the own or of the trial request from which the account came. */
export function personTagged(tag: string): Sql {
  return sql`u.id IN (
    SELECT g.person_id FROM office_tags g WHERE g.tag = ${tag} AND g.person_id IS NOT NULL
     UNION ALL
    SELECT t.student_id FROM office_tags g JOIN trial_lessons t ON t.id = g.trial_id
     WHERE g.tag = ${tag} AND t.student_id IS NOT NULL)`;
}
