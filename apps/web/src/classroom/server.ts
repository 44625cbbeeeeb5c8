import type { AppRouter } from "@korki/api/router";
import type { Room } from "@korki/contracts/classroom";
import type { Lesson } from "@korki/contracts/lessons";
import { fullName } from "@korki/domain";
import { createTRPCClient } from "@trpc/client";
import { useCallback, useEffect, useState } from "react";
import { now } from "../clock";
import { callLinks } from "../server/call-links";
import { renewSession } from "../server/renew-session";
import { accessToken, isSpent } from "../session/access-token";
import { currentSession } from "../session/session-store";

/** Calls of the room's page. */
export const server = createTRPCClient<AppRouter>({ links: callLinks() });

/** The lesson, as much of it as its room shows. */
export type RoomLesson = Pick<
  Lesson,
  | "id"
  | "date"
  | "block"
  | "subject"
  | "teacherId"
  | "studentId"
  | "studentContactId"
  | "teacherName"
  | "studentName"
>;

const AGAIN_MS = 5_000;

/** What is known of a lesson and its room; `error` is what the server said to who may not enter. */
export type RoomInfo = { lesson: RoomLesson | null; room: Room | null; error: unknown };

/** Reads a lesson and who is in its room, every few seconds while `isWatching`, and whenever `read` is called. */
export function useRoomInfo(lessonId: string, isWatching: boolean): RoomInfo & { read: () => Promise<void> } {
  const [info, setInfo] = useState<RoomInfo>({ lesson: null, room: null, error: null });
  const read = useCallback(async () => {
    try {
      const [room, lesson] = await Promise.all([
        server.classroom.room.query({ lessonId }),
        readLesson(lessonId),
      ]);
      setInfo({ room, lesson, error: null });
    } catch (error) {
      setInfo((before) => ({ ...before, error }));
    }
  }, [lessonId]);
  useEffect(() => {
    if (!isWatching) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const watch = async () => {
      await read();
      if (!isOver) timer = setTimeout(watch, AGAIN_MS);
    };
    void watch();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [read, isWatching]);
  return { ...info, read };
}

async function readLesson(lessonId: string): Promise<RoomLesson> {
  if (currentSession().userType !== "Admin") return server.lessons.get.query({ lessonId });
  const { teacher, student, ...lesson } = await server.adminLessons.get.query({ id: lessonId });
  return {
    ...lesson,
    teacherId: teacher.id,
    studentId: student.id,
    // An administrator writes with the teacher.
    studentContactId: null,
    teacherName: fullName(teacher),
    studentName: fullName(student),
  };
}

/** Returns a token that the server's sockets take. */
export async function freshToken(): Promise<string | null> {
  const token = accessToken();
  if (token && isSpent(token, now())) await renewSession(token);
  return accessToken();
}

/** The server refused a token; returns whether there is another one to try. */
export async function isWorthAnotherToken(): Promise<boolean> {
  return (await renewSession(accessToken())) !== "ended";
}
