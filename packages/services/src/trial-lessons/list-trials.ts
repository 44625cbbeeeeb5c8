import type { Page } from "@korki/contracts/paging";
import type {
  TrialLesson,
  TrialLessonsInput,
  TrialTeacher,
  TrialTeachersInput,
} from "@korki/contracts/trial-lessons";
import { findTrialLesson, listTrialLessons, listTrialTeachers } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** A page of trial lessons; requests that wait come first. */
export async function listTrials(ctx: ActorCtx, input: TrialLessonsInput): Promise<Page<TrialLesson>> {
  return { ...(await listTrialLessons(ctx.db, input)), page: input.page, pageSize: input.pageSize };
}

/** Throws `not_found`. */
export async function getTrial(ctx: ActorCtx, { id }: { id: string }): Promise<TrialLesson> {
  const trial = await findTrialLesson(ctx.db, id);
  if (!trial) throw notFound();
  return trial;
}

/** Who could give a trial lesson: those who want more students first; and who is free at the asked block. */
export function listTeacherCandidates(ctx: ActorCtx, input: TrialTeachersInput): Promise<TrialTeacher[]> {
  const { subject, level, date = null, block = null } = input;
  return listTrialTeachers(ctx.db, { subject, level, date, block });
}
