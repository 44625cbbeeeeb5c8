import { z } from "zod";
import { type AffectedLesson, addClosureInput, type ClosurePreview, closure } from "../closures";
import * as field from "../fields";
import { wireLesson } from "./lesson";
import { wireOf } from "./names";
import { slotToWire } from "./slot";

/** A closure with the wire's names. */
export const wireClosure = wireOf(closure.omit({ teacherName: true }));

/** The body of `PUT /closures`; that of the preview is the contract's own. */
export const wireNewClosure = wireOf(addClosureInput);

/** An affected lesson, or a trial lesson in the same shape: its `studentId` is null. */
const wireAffected = z.object({
  lesson: wireLesson.extend({
    kind: z.enum(["lesson", "trial"]),
    studentId: field.id.nullable(),
    status: z.string(),
  }),
  moves: z.array(z.object({ date: field.civilDate, blockIndex: field.block })),
  substitutes: z.array(z.object({ _id: field.id, name: z.string(), surname: z.string() })),
});

export const wireClosurePreview = z.object({ affected: z.array(wireAffected), token: z.string() });

export function closurePreviewToWire({
  affected,
  token,
}: ClosurePreview): z.infer<typeof wireClosurePreview> {
  return { affected: affected.map(affectedToWire), token };
}

function affectedToWire(affected: AffectedLesson): z.infer<typeof wireAffected> {
  const { id, kind, teacherId, studentId, subject, level, title, description, status } = affected;
  const { meetingLink, seriesId, pairId, closureOverridden, moves, substitutes } = affected;
  const { dateDay, dateMonth, dateYear, blockIndex } = slotToWire(affected);
  // Of hundreds of lessons at once, and copying parts into a whole costs several times what naming them does.
  const lesson = {
    _id: id,
    kind,
    teacherId,
    studentId,
    dateDay,
    dateMonth,
    dateYear,
    blockIndex,
    subject,
    subjectLevel: level,
    title,
    description,
    status,
    meetingLink,
    seriesId,
    pairId,
    closureOverridden,
    charged: false,
    lateDecision: null,
  };
  return {
    lesson,
    moves: moves.map(({ date, block }) => ({ date, blockIndex: block })),
    substitutes: substitutes.map(({ id: teacher, name, surname }) => ({ _id: teacher, name, surname })),
  };
}
