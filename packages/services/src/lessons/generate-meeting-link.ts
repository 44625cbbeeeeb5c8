import { randomBytes } from "node:crypto";
import type { LessonRef } from "@korki/contracts/lessons";
import { findMeetingRoom, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, loadOwnLesson } from "./change-lesson";
import { notifiedLesson } from "./notified-lesson";

/** Random bytes in a room's name, so that rooms cannot be guessed. */
const ROOM_BYTES = 16;

/**
 * The teacher generates the link of a confirmed lesson, and the student is notified. The link is the teacher's permanent
 * room where there is one, else a room of the lesson's own. A repeated or concurrent call
 * returns the existing link.
 */
export async function generateMeetingLink(ctx: ActorCtx, ref: LessonRef): Promise<{ meetingLink: string }> {
  try {
    return await transact(ctx.db, async (tx) => {
      const { lesson: present } = await loadOwnLesson(tx, ctx, ref.lessonId, "see");
      if (present.meetingLink !== "") return { meetingLink: present.meetingLink };
      const { lesson } = await loadLessonFor(tx, ctx, "generateLink", ref);
      const { meetingLink } = await changeLesson(tx, ctx, "generateLink", lesson, {
        meetingLink: (await findMeetingRoom(tx, lesson.teacherId)) || newRoom(ctx.settings.meetingBaseUrl),
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

/** Returns the address of an unguessable room; it opens in a browser. */
export function newRoom(meetingBaseUrl: string): string {
  return `${meetingBaseUrl}korki-${randomBytes(ROOM_BYTES).toString("hex")}`;
}
