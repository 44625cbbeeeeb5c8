import type { AddNoteInput, OfficeFile, OfficeRef, SaveTagsInput } from "@korki/contracts/office";
import {
  deleteOfficeNote,
  insertOfficeNote,
  listOfficeNotes,
  listOfficeTags,
  listOfficeTagsOf,
  lockOfficeTarget,
  replaceOfficeTags,
  type Tx,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** Notes shown of one file; older ones are in the copy of a person's data. */
const NOTES_SHOWN = 200;
/** Tags offered by the lists' filter. */
const TAGS_SHOWN = 500;

/** Returns what the office noted of a student, parent or trial request, the newest first. Throws `not_found`. */
export async function getOfficeFile(ctx: ActorCtx, ref: OfficeRef): Promise<OfficeFile> {
  return transact(ctx.db, (tx) => read(tx, ref));
}

/** Adds a note with its author and time. Throws `not_found`. */
export async function addOfficeNote(ctx: ActorCtx, { text, ...ref }: AddNoteInput): Promise<OfficeFile> {
  return transact(ctx.db, async (tx) => {
    const file = await read(tx, ref);
    await insertOfficeNote(tx, { ...ref, text, authorId: ctx.actor.id, createdAt: ctx.now() });
    return { ...file, notes: await listOfficeNotes(tx, ref, NOTES_SHOWN) };
  });
}

/** Throws `not_found`. */
export async function removeOfficeNote(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await deleteOfficeNote(tx, id))) throw notFound();
  });
}

/** Replaces the tags. Throws `not_found`. */
export async function saveOfficeTags(ctx: ActorCtx, { tags, ...ref }: SaveTagsInput): Promise<OfficeFile> {
  return transact(ctx.db, async (tx) => {
    const { notes } = await read(tx, ref);
    await replaceOfficeTags(tx, ref, [...new Set(tags)]);
    return { notes, tags: await listOfficeTagsOf(tx, ref) };
  });
}

/** Returns every tag in use. */
export function listTags(ctx: ActorCtx): Promise<string[]> {
  return listOfficeTags(ctx.db, TAGS_SHOWN);
}

async function read(tx: Tx, ref: OfficeRef): Promise<OfficeFile> {
  if (!(await lockOfficeTarget(tx, ref))) throw notFound();
  return { notes: await listOfficeNotes(tx, ref, NOTES_SHOWN), tags: await listOfficeTagsOf(tx, ref) };
}
