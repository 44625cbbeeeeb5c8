import type { LessonRef } from "@korki/contracts/lessons";
import { findRoom, type LessonRecord, type Tx, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound, ServiceError } from "../errors";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, loadOwnLesson } from "./change-lesson";
import { notifiedLesson } from "./notified-lesson";
import { placeOf } from "./room-place";

/**
 * The teacher generates the link of a confirmed lesson, and the student is notified. A teacher's
 * permanent room comes first; otherwise it is the lesson's own room, here or outside as the centre chose (rules §30).
 * A repeated or concurrent call returns the existing link.
 */
export async function generateMeetingLink(ctx: ActorCtx, ref: LessonRef): Promise<{ meetingLink: string }> {
  try {
    return await transact(ctx.db, async (tx) => {
      const { lesson: present } = await loadOwnLesson(tx, ctx, ref.lessonId, "see");
      if (present.meetingLink !== "") return { meetingLink: present.meetingLink };
      const { lesson } = await loadLessonFor(tx, ctx, "generateLink", ref);
      const { meetingLink } = await changeLesson(tx, ctx, "generateLink", lesson, {
        meetingLink: await linkFor(tx, ctx, lesson),
      });
      await notify(tx, ctx, {
        kind: "meeting-link-ready",
        to: { userId: lesson.studentId },
        facts: { ...notifiedLesson(lesson), meetingLink },
      });
      return { meetingLink };
    });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "conflict")) throw error;
    const { lesson } = await transact(ctx.db, (tx) => loadOwnLesson(tx, ctx, ref.lessonId, "see"));
    const { meetingLink } = lesson;
    if (meetingLink === "") throw error;
    return { meetingLink };
  }
}

async function linkFor(tx: Tx, { settings }: ActorCtx, { id }: LessonRecord): Promise<string> {
  const room = await findRoom(tx, { lessonId: id, userId: null });
  if (!room) throw notFound();
  return placeOf(settings, room).address;
}
