import type { AcceptRescheduleInput, Lesson, ProposalRef } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import {
  agreeToBusyOutside,
  findPartner,
  type LessonRecord,
  lockPair,
  type ProposalRecord,
  resolveProposal,
  shareClosures,
  type Tx,
  transact,
} from "@korki/db";
import { checkAcceptance, lessonRefusal } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { notify, sortByRecipient } from "../outbox";
import {
  changeLesson,
  changeLessons,
  loadOwnLesson,
  type OwnLesson,
  type OwnSide,
  ofLesson,
} from "./change-lesson";
import { changedMeanwhile, lessonRefused, proposalRefused, slotRaceLost } from "./lesson-refusals";
import { notifiedLesson, notifiedSpan } from "./notified-lesson";
import { loadTargets, proposalHorizonOf } from "./propose-reschedule";

type LessonWithProposal = OwnLesson & { proposal: ProposalRecord };

/**
 * The other side accepts: the lesson, or both of a double one, moves in one update and its old block is free. The proposed
 * block was not reserved; throws `conflict` and changes nothing if it is occupied by now.
 */
export async function acceptReschedule(
  ctx: ActorCtx,
  { overrideBusy = false, ...ref }: Omit<AcceptRescheduleInput, "undoId">,
): Promise<Lesson> {
  let reader: OwnSide = "Student";
  try {
    return await transact(ctx.db, async (tx) => {
      const own = await loadLessonWithProposal(tx, ctx, ref);
      reader = own.side;
      return accept(tx, ctx, own, overrideBusy);
    });
  } catch (error) {
    throw slotRaceLost(error, reader);
  }
}

async function accept(
  tx: Tx,
  ctx: ActorCtx,
  { lesson, side, actor, proposal }: LessonWithProposal,
  overrideBusy: boolean,
): Promise<Lesson> {
  await shareClosures(tx);
  const pair = await lockPair(tx, lesson, "shared");
  const now = ctx.now();
  const partner = proposal.blocks === 2 ? await findPartner(tx, lesson.id) : null;
  const targets = await loadTargets(tx, ctx, partner ? [lesson, partner] : [lesson], proposal);
  const horizonDays = await proposalHorizonOf(tx, ctx, lesson.id);
  for (const { slot, ...target } of targets) {
    const refusal = checkAcceptance(
      actor,
      { ...target.lesson, proposal: { ...proposal, block: target.block } },
      {
        ...slot,
        pairActive: pair !== null && !pair.teacherDisabled && !pair.studentDisabled,
        now,
        horizonDays,
        // What the teacher proposed is the teacher's word: what is busy since is a line in "Co teraz" (rules §35).
        busyOutside: slot.busyOutside && side === "Teacher" && !overrideBusy,
      },
    );
    if (refusal !== null) throw proposalRefused(refusal, side, slot.closure);
    if (slot.busyOutside && side === "Teacher") await agreeToBusyOutside(tx, { ...lesson, ...target }, now);
  }

  const resolved = await resolveProposal(tx, proposal.id, "accepted", now);
  if (!resolved) throw changedMeanwhile();
  const moved = await changeLessons(
    tx,
    ctx,
    "acceptReschedule",
    targets.map(({ lesson: seen, date, block }) => ({
      seen,
      // The new time was agreed now: reminders count from here.
      changes: { date, block, ...(seen.status === "Potwierdzona" ? { confirmedAt: now } : {}) },
    })),
  );
  const facts = { ...notifiedSpan(moved), fromDate: lesson.date, fromBlock: lesson.block };
  const told = await peopleToTell(tx, ctx, { lesson, side }, resolved);
  await notify(tx, ctx, ...told.map((to) => ({ kind: "reschedule-accepted" as const, to, facts })));
  return ofLesson(moved, lesson);
}

/**
 * Returns whom an answer concerns: the other side, the parent who proposed for the student, and the student where a parent
 * answers (rules §15).
 */
async function peopleToTell(
  tx: Tx,
  ctx: ActorCtx,
  { lesson, side }: Pick<OwnLesson, "lesson" | "side">,
  { proposerId }: { proposerId: string },
): Promise<{ recipientId: string; childId: string | null }[]> {
  const { teacherId, studentId } = lesson;
  const people = [...(side === "Student" ? [teacherId] : [proposerId]), studentId];
  const told = await sortByRecipient(
    tx,
    ctx,
    people.map((personId) => ({ personId, tells: "person" as const, part: lesson })),
  );
  const isParent = (id: string) => id === proposerId && id !== studentId && id !== teacherId;
  return told.map(({ to }) => (isParent(to.recipientId) ? { ...to, childId: studentId } : to));
}

/** The other side declines: the lesson keeps its slot, and the proposer is notified. */
export async function declineReschedule(ctx: ActorCtx, ref: ProposalRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const own = await loadLessonWithProposal(tx, ctx, ref);
    const { lesson, side, proposal } = own;
    const { after, resolved } = await closeProposal(tx, ctx, "decline", own);
    const facts = {
      ...notifiedLesson({ ...lesson, blocks: proposal.blocks }),
      toDate: proposal.date,
      toBlock: proposal.block,
    };
    const told = await peopleToTell(tx, ctx, { lesson, side }, resolved);
    await notify(tx, ctx, ...told.map((to) => ({ kind: "reschedule-declined" as const, to, facts })));
    return after;
  });
}

/** The proposer withdraws the proposal before it is answered. */
export async function withdrawReschedule(ctx: ActorCtx, ref: ProposalRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const own = await loadLessonWithProposal(tx, ctx, ref);
    return (await closeProposal(tx, ctx, "withdraw", own)).after;
  });
}

/** Finds the actor's own lesson and the open proposal that the actor saw. Throws `conflict` if it is not open. */
async function loadLessonWithProposal(
  tx: Tx,
  ctx: ActorCtx,
  { lessonId, proposalId }: ProposalRef,
): Promise<LessonWithProposal> {
  const own = await loadOwnLesson(tx, ctx, lessonId, "book");
  const { proposal } = own.lesson;
  if (proposal?.id !== proposalId) throw conflict(lessonTexts.proposalGone);
  return { ...own, proposal };
}

const RESOLUTIONS = { decline: "declined", withdraw: "withdrawn" } as const;

/** Ends an open proposal without moving the lesson. Also returns who made it. */
async function closeProposal(
  tx: Tx,
  ctx: ActorCtx,
  action: keyof typeof RESOLUTIONS,
  { lesson, proposal, actor }: LessonWithProposal,
): Promise<{ after: LessonRecord; resolved: { proposerId: string } }> {
  const now = ctx.now();
  const refusal = lessonRefusal(action, actor, lesson, now);
  if (refusal !== null) throw lessonRefused(refusal);
  const resolved = await resolveProposal(tx, proposal.id, RESOLUTIONS[action], now);
  if (!resolved) throw changedMeanwhile();
  const after = await changeLesson(tx, ctx, `${action}Reschedule`, lesson, {});
  return { after: { ...after, proposal: null }, resolved };
}
