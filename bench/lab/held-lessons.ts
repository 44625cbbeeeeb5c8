import { setTimeout as pause } from "node:timers/promises";
import type { EnteredRoom } from "@korki/contracts/classroom";
import { type Database, listVisits, newId } from "@korki/db";
import { presenceOf, REALTIME } from "@korki/domain";
import type { Socket } from "socket.io-client";
import type { Verdict } from "./figures";
import { connectWindow, makeRooms, type RoomMember } from "./rooms";

/** Of each window: 450 strokes an hour. */
const DRAW_EVERY_MS = 8_000;
/** Nobody comes in the same moment as everybody else. */
const COMING_MS = 20_000;
const ANSWER_MS = 5_000;
/** How far the evidence of a lesson may be off. */
const OFF_MAX_S = 5;

type Held = { lessonId: string; seconds: number; drawn: string[] };

/**
 * Holds lessons in their rooms: teacher and student enter, draw on the board every few seconds and come back whenever
 * their connection breaks, as pages do, until `isOver`. Then they leave. Resolves when everybody is in, to what waits for
 * the end and looks for all that was acknowledged.
 */
export async function holdLessons(
  db: Database,
  origin: string,
  { count, isOver }: { count: number; isOver: () => boolean },
): Promise<(verdict: Verdict) => Promise<void>> {
  const pairs = await makeRooms(db, count);
  const visits = await Promise.all(
    pairs.flatMap(({ lessonId, teacher, student }) => [
      attend(origin, lessonId, teacher, isOver),
      attend(origin, lessonId, student, isOver),
    ]),
  );
  return async (verdict) => report(db, await Promise.all(visits.map(({ held }) => held)), verdict);
}

/** Resolves when the window is in the room. */
async function attend(
  origin: string,
  lessonId: string,
  member: RoomMember,
  isOver: () => boolean,
): Promise<{ held: Promise<Held> }> {
  let window: string | undefined;
  const drawn: string[] = [];
  const enter = async (attempts = 0) => {
    for (;;) {
      if (attempts > 0) await pause(beforeAttempt(attempts));
      attempts += 1;
      let next: Socket | undefined;
      try {
        next = await connectWindow(origin, member);
        const answer: EnteredRoom | { error: string } = await next
          .timeout(ANSWER_MS)
          .emitWithAck("enter", window ? { lessonId, window } : { lessonId });
        if ("error" in answer) throw new Error(answer.error);
        window = answer.self;
        return next;
      } catch {
        next?.disconnect();
      }
    }
  };
  await pause(COMING_MS * Math.random());
  return { held: stay(await enter()) };

  async function stay(socket: Socket): Promise<Held> {
    const from = performance.now();
    while (!isOver()) {
      await Promise.race([pause(DRAW_EVERY_MS * (0.5 + Math.random())), isLost(socket)]);
      if (!socket.connected) {
        socket = await enter(1);
        continue;
      }
      const key = newId();
      const body = { points: [[0.1, 0.1, 0.5]], tool: "pen", colour: "black", width: 2 };
      const operations = [{ key, page: 1, kind: "stroke", body }];
      const answer = await socket
        .timeout(ANSWER_MS)
        .emitWithAck("board", { operations })
        .catch(() => null);
      if (answer?.seqs) drawn.push(key);
    }
    for (;;) {
      if (!socket.connected) socket = await enter(1);
      const left = await socket
        .timeout(ANSWER_MS)
        .emitWithAck("leave", {})
        .catch(() => null);
      if (left) break;
      socket.disconnect();
    }
    const seconds = (performance.now() - from) / 1_000;
    socket.disconnect();
    return { lessonId, seconds, drawn };
  }
}

async function isLost(socket: Socket): Promise<void> {
  if (socket.connected) await new Promise<void>((resolve) => socket.once("disconnect", () => resolve()));
}

/** How long a page waits before it tries to connect again, the first time (1) and later. */
function beforeAttempt(attempt: number): number {
  const { reconnectionDelayMs, reconnectionDelayMaxMs, randomization } = REALTIME;
  const delay = Math.min(reconnectionDelayMs * 2 ** (attempt - 1), reconnectionDelayMaxMs);
  return delay * (1 + randomization * (2 * Math.random() - 1));
}

async function report(db: Database, held: readonly Held[], verdict: Verdict): Promise<void> {
  const now = new Date(Date.now() + 48 * 3_600_000);
  const lessons = [...new Set(held.map(({ lessonId }) => lessonId))];
  const visits = await listVisits(db, lessons, now);
  const off = lessons.map((id) => {
    const [one, other] = held.filter(({ lessonId }) => lessonId === id);
    const { teacherSeconds, studentSeconds } = presenceOf(
      visits.filter(({ lessonId }) => lessonId === id),
      now,
    );
    return Math.max(
      Math.abs(teacherSeconds - (one?.seconds ?? 0)),
      Math.abs(studentSeconds - (other?.seconds ?? 0)),
    );
  });
  const most = Math.max(...off);
  verdict.must(
    `evidence of ${lessons.length} lessons: most off, s`,
    most.toFixed(1),
    most <= OFF_MAX_S,
    `≤ ${OFF_MAX_S}`,
  );
  const drawn = held.flatMap((each) => each.drawn);
  const { rows } = await db.pool.query<{ kept: number }>(
    "SELECT count(*)::int AS kept FROM board_operations WHERE key = ANY($1::uuid[])",
    [drawn],
  );
  const kept = rows[0]?.kept ?? 0;
  verdict.must(
    "acknowledged strokes that are kept",
    `${kept} of ${drawn.length}`,
    kept === drawn.length,
    "all",
  );
}
