import type { RoomView } from "@korki/classroom";
import { useState } from "react";
import type { RoomLesson } from "./server";

/**
 * Whom one writes with in a room: the teacher with the student, everybody else with the teacher. It is the pair's chat, so
 * that words are found after the lesson where all their words are, with the same rights and the same retention.
 */
export function usePartner(lesson: RoomLesson, userId: string, others: RoomView["others"]): string {
  const [before, setBefore] = useState<string | null>(null);
  const partnerId = partnerIn(lesson, userId, others, before);
  if (partnerId !== before) setBefore(partnerId);
  return partnerId;
}

/** @param before with whom one wrote until now: who is away for a moment stays the one, unless another student is there */
export function partnerIn(
  lesson: Pick<RoomLesson, "teacherId" | "studentId" | "studentContactId">,
  userId: string,
  others: readonly Pick<RoomView["others"][number], "userId" | "role">[],
  before: string | null,
): string {
  if (userId !== lesson.teacherId) {
    // A substitute may be there before this page knows of it.
    return others.findLast(({ role }) => role === "teacher")?.userId ?? lesson.teacherId;
  }
  // For a child without a login the parent is there.
  const students = others.filter(({ role }) => role === "student").map((student) => student.userId);
  const [first = before ?? lesson.studentContactId ?? lesson.studentId] = students;
  return before !== null && students.includes(before) ? before : first;
}
