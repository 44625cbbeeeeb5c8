import { randomBytes } from "node:crypto";
import type { LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, loadOwnLesson, notifiedLesson } from "./change-lesson";

/** Bytes of chance in a room's name: nobody finds a room by trying. */
const ROOM_BYTES = 16;

/**
 * The teacher opens a room for a confirmed lesson and the student hears of it. A second time, and for the second of
 * two clicks, the link that is there is the answer.
 */
export async function generateMeetingLink(ctx: ActorCtx, ref: LessonRef): Promise<{ meetingLink: string }> {
  try {
    return await transact(ctx.db, async (tx) => {
      const present = await loadOwnLesson(tx, ctx.actor, ref.lessonId);
      if (present.meetingLink !== "") return { meetingLink: present.meetingLink };
      const lesson = await loadLessonFor(tx, ctx, "generateLink", ref);
      const { meetingLink } = await changeLesson(tx, ctx, "generateLink", lesson, {
        meetingLink: newRoom(ctx.settings.meetingBaseUrl),
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
    const { meetingLink } = await transact(ctx.db, (tx) => loadOwnLesson(tx, ctx.actor, ref.lessonId));
    if (meetingLink === "") throw error;
    return { meetingLink };
  }
}

/** The address of an unguessable room; it opens in a browser. */
export function newRoom(meetingBaseUrl: string): string {
  return `${meetingBaseUrl}korki-${randomBytes(ROOM_BYTES).toString("hex")}`;
}
