import type { Lesson, ProposeRescheduleInput } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import {
  agreeToBusyOutside,
  findLessonReach,
  insertProposal,
  type LessonRecord,
  loadSlotState,
  lockPair,
  newId,
  type SlotState,
  type Tx,
  transact,
  violates,
} from "@korki/db";
import { type BlockSpan, type CivilDate, checkProposal, isBlock, proposalHorizon } from "@korki/domain";
import { byParent } from "../act-for";
import { agreedLessons } from "../ask-payer";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";
import { notify } from "../outbox";
import { goesToLine } from "../watches/pass-holds";
import { changeLesson, loadLessonFor, otherPerson, withPartner } from "./change-lesson";
import { changedMeanwhile, proposalRefused } from "./lesson-refusals";
import { notifiedSpan } from "./notified-lesson";

/** Returns how many days from today another time for this lesson may lie. */
export async function proposalHorizonOf(tx: Tx, ctx: ActorCtx, lessonId: string): Promise<number> {
  const { bookingHorizonDays } = ctx.settings;
  const reach = await findLessonReach(tx, lessonId);
  return reach ? proposalHorizon(reach, ctx.now(), bookingHorizonDays) : bookingHorizonDays;
}

/**
 * Returns the state of the slots to which lessons move together, one after another. Where one of them stands now is no
 * obstacle for the other; a block that goes to who waits for it is one (rules §34).
 */
export async function loadTargets(
  tx: Tx,
  ctx: ActorCtx,
  lessons: readonly LessonRecord[],
  to: { date: CivilDate; block: number },
): Promise<{ lesson: LessonRecord; date: CivilDate; block: number; slot: SlotState }[]> {
  const targets = [];
  for (const [index, lesson] of lessons.entries()) {
    const at = { date: to.date, block: to.block + index };
    const slot = await loadSlotState(tx, { ...lesson, ...at }, ctx.now());
    const isOwn = lessons.some(
      ({ id, date, block }) => id !== lesson.id && date === at.date && block === at.block,
    );
    const { teacherId, studentId } = lesson;
    const mayGoToLine = slot.watched && !isOwn && !slot.teacherBusy && !slot.busyOutside;
    const isForLine = mayGoToLine && (await goesToLine(tx, ctx, { teacherId, studentId, ...at }));
    targets.push({
      lesson,
      ...at,
      slot: isOwn
        ? { ...slot, teacherBusy: false, studentBusy: false }
        : { ...slot, teacherBusy: slot.teacherBusy || isForLine },
    });
  }
  return targets;
}

/**
 * One side of a planned lesson proposes another free block of the same teacher; both of a double lesson move unless asked
 * for one (rules §34), and the proposal is the earlier one's. Neither block is reserved or freed. Throws `conflict` to the
 * student's side while all of them wait for the payer.
 */
export async function proposeReschedule(
  ctx: ActorCtx,
  { date, block, blocks: wanted, overrideBusy, ...ref }: ProposeRescheduleInput,
): Promise<Lesson> {
  try {
    return await transact(ctx.db, async (tx) => {
      const own = await loadLessonFor(tx, ctx, "propose", ref);
      const { side: proposerRole, actor } = own;
      const lessons = await withPartner(tx, ctx, "propose", own, wanted === 1 ? "one" : "both");
      const blocks: BlockSpan = lessons.length === 2 ? 2 : 1;
      // The teacher hears of nothing to which the payer has not agreed (rules §39).
      if (proposerRole === "Student") await agreedLessons(tx, own.lesson.studentId, lessons);
      if (wanted === 2 && blocks === 1) throw invalidInput(lessonTexts.notDouble);
      if (!isBlock(block + blocks - 1)) throw invalidInput(lessonTexts.noNextBlock);
      const lesson = lessons[0] ?? own.lesson;
      const pair = await lockPair(tx, lesson, "shared");
      const horizonDays = await proposalHorizonOf(tx, ctx, lesson.id);
      for (const { slot, ...target } of await loadTargets(tx, ctx, lessons, { date, block })) {
        const refusal = checkProposal(actor, target.lesson, {
          ...slot,
          pairActive: pair !== null && !pair.teacherDisabled && !pair.studentDisabled,
          date,
          block: target.block,
          now: ctx.now(),
          horizonDays,
          busyOutside: slot.busyOutside && !(proposerRole === "Teacher" && overrideBusy),
        });
        if (refusal !== null) throw proposalRefused(refusal, proposerRole, slot.closure);
        if (slot.busyOutside) await agreeToBusyOutside(tx, { ...lesson, ...target }, ctx.now());
      }

      const proposal = { id: newId(), date, block, blocks, createdAt: ctx.now() };
      const { id: lessonId } = lesson;
      await insertProposal(tx, { ...proposal, lessonId, proposerId: ctx.actor.id, proposerRole });
      // The version grows, so that an action on an older version gets a conflict.
      const changed = await changeLesson(tx, ctx, "proposeReschedule", lesson, {});
      await notify(tx, ctx, {
        kind: "reschedule-proposed",
        to: { userId: otherPerson(proposerRole, lesson) },
        facts: {
          ...notifiedSpan(lessons),
          toDate: date,
          toBlock: block,
          proposerName: proposerRole === "Student" ? lesson.studentName : lesson.teacherName,
          ...byParent(ctx),
        },
      });
      return {
        ...changed,
        proposal: { ...proposal, by: proposerRole, createdAt: proposal.createdAt.toISOString() },
      };
    });
  } catch (error) {
    throw violates(error, "reschedule_proposals_one_open_key") ? changedMeanwhile() : error;
  }
}
