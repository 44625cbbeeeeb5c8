import type { ProposalRef } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import type { LessonRecord, ProposalRecord, Tx } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { loadOwnLesson } from "./change-lesson";

/** The actor's own lesson with the open proposal that the actor saw; `conflict` where it is open no more. */
export async function loadLessonWithProposal(
  tx: Tx,
  ctx: ActorCtx,
  { lessonId, proposalId }: ProposalRef,
): Promise<{ lesson: LessonRecord; proposal: ProposalRecord }> {
  const lesson = await loadOwnLesson(tx, ctx.actor, lessonId);
  const { proposal } = lesson;
  if (proposal?.id !== proposalId) throw conflict(lessonTexts.proposalGone);
  return { lesson, proposal };
}
