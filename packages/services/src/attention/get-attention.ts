import {
  ATTENTION_ITEMS_MAX,
  type Attention,
  type AttentionInput,
  type AttentionItem,
  type AttentionListInput,
} from "@korki/contracts/attention";
import type { Page } from "@korki/contracts/paging";
import {
  type AttentionQuery,
  type AttentionRange,
  type AttentionRow,
  listChildrenOf,
  readAttention,
} from "@korki/db";
import { blockStart } from "@korki/domain";
import type { ActorCtx } from "../context";
import { sharedRead } from "../shared-read";
import { type Finding, forAdmin, forStudents, forTeacher } from "./findings";

/** What waits for the actor: every kind in one statement; kinds with nothing are left out (rules §18). */
export function getAttention(
  ctx: ActorCtx,
  { items, studentId }: AttentionInput = { items: ATTENTION_ITEMS_MAX },
): Promise<Attention> {
  const read = () => collect(ctx, { limit: items, offset: 0 }, studentId);
  return ctx.actor.role === "Admin" ? shareAttention(ctx.db, `${items} items`, read) : read();
}

/** Administrators all see the same. */
const shareAttention = sharedRead<Attention>();

async function collect(ctx: ActorCtx, range: AttentionRange, studentId?: string): Promise<Attention> {
  const findings = await findingsFor(ctx, studentId);
  const found = await readAttention(
    ctx.db,
    findings.map(({ query }) => query(range)),
  );
  const attention: Attention = [];
  for (const [at, finding] of findings.entries()) {
    const { count = 0, items = [] } = found[at] ?? {};
    if (count > 0) attention.push({ kind: finding.kind, count, items: await itemsOf(finding, items) });
  }
  return attention;
}

/** The statements that count and list what waits for the actor, one for each kind. */
export async function attentionQueries(ctx: ActorCtx, range: AttentionRange): Promise<AttentionQuery[]> {
  return (await findingsFor(ctx)).map(({ query }) => query(range));
}

async function itemsOf({ text, complete }: Finding, rows: Partial<AttentionRow>[]): Promise<AttentionItem[]> {
  const completed = complete ? await complete(rows) : rows;
  return completed.map((row) => toItem(row, text(row)));
}

/** A page of one kind: the whole list of which `getAttention` shows the beginning. Another role's kind is empty. */
export async function listAttention(
  ctx: ActorCtx,
  { kind, page, pageSize, studentId }: AttentionListInput,
): Promise<Page<AttentionItem>> {
  const finding = (await findingsFor(ctx, studentId)).find((each) => each.kind === kind);
  if (!finding) return { items: [], total: 0, page, pageSize };
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const [{ count, items } = { count: 0, items: [] }] = await readAttention(ctx.db, [finding.query(range)]);
  return { items: await itemsOf(finding, items), total: count, page, pageSize };
}

/** @param studentId what of a parent's children is asked for; left out: all of them */
async function findingsFor(ctx: ActorCtx, studentId?: string): Promise<Finding[]> {
  const { id, role } = ctx.actor;
  switch (role) {
    case "Teacher":
      return forTeacher(ctx, id);
    case "Admin":
      return forAdmin(ctx);
    case "Student":
      return forStudents(ctx, [id], { asked: [id], bookable: [id] });
    case "Parent": {
      const all = await listChildrenOf(ctx.db, id);
      const children = studentId === undefined ? all : all.filter((child) => child.id === studentId);
      // A child with a login is asked itself.
      const asked = children.filter(({ hasLogin }) => !hasLogin);
      const bookable = children.filter(({ canBook }) => canBook);
      return forStudents(ctx, idsOf(children), { asked: [id, ...idsOf(asked)], bookable: idsOf(bookable) });
    }
  }
}

function idsOf(people: readonly { id: string }[]): string[] {
  return people.map(({ id }) => id);
}

function toItem(row: Partial<AttentionRow>, text: string): AttentionItem {
  const { lessonId, studentId, teacherId, trialLessonId, date, block, blocks, meetingLink } = row;
  const { status, version, proposalId, seriesId, moveId, documentId, notificationId, invoiceId, approvalId } =
    row;
  const { billId, payerId, month, homework, heldUntil, subject, level } = row;
  return {
    ...(lessonId && { lessonId }),
    ...(studentId && { studentId }),
    ...(teacherId && { teacherId }),
    ...(trialLessonId && { trialLessonId }),
    ...(lessonId && date && typeof block === "number" && { startsAt: blockStart(date, block).toISOString() }),
    ...(blocks === 2 && { blocks }),
    ...(meetingLink && { meetingLink }),
    ...(status && { status }),
    ...(typeof version === "number" && { version }),
    ...(proposalId && { proposalId }),
    ...(seriesId && { seriesId }),
    ...(moveId && { moveId }),
    ...(documentId && { documentId }),
    ...(notificationId && { notificationId }),
    ...(invoiceId && { invoiceId }),
    ...(billId && { billId }),
    ...(payerId && { payerId }),
    ...(month && { month }),
    ...(approvalId && { approvalId }),
    ...(homework && { homework }),
    ...(subject && level && { subject, level }),
    ...(heldUntil && date && typeof block === "number" && { held: { date, block } }),
    text,
  };
}
