// `pnpm bench classroom/evidence [sessions] [seconds]`: how far the evidence of lessons is from what happened. So many
// people come to and leave their rooms at two API processes, of which one after another is killed three times and started
// again; every tenth page ends without a word.
import { setTimeout as pause } from "node:timers/promises";
import type { EnteredRoom } from "@korki/contracts/classroom";
import { listVisits } from "@korki/db";
import { presenceOf } from "@korki/domain";
import type { Socket } from "socket.io-client";
import { percentile, Verdict } from "../lab/figures";
import { type Api, inLab } from "../lab/lab";
import { connectWindow, makeRooms, ROOM_ENV, type RoomMember } from "../lab/rooms";

const SESSIONS = Number(process.argv[2] ?? 1_000);
const SECONDS = Number(process.argv[3] ?? 90);
const KILLS = 3;
const GOAL_S = 5;
const GOAL_DEAD_S = 20;

type Session = { lessonId: string; role: "teacher" | "student"; isDead: boolean; seconds: number };

await inLab(
  null,
  async (lab) => {
    const pairs = await makeRooms(lab.db, Math.ceil(SESSIONS / 2));
    const start = (at: number, turn: number) => lab.startApi(`api ${at} ${turn}`);
    const apis: Api[] = [await start(0, 0), await start(1, 0)];
    const startedAt = performance.now();
    const sessions: Session[] = [];
    const open = new Set<Socket>();

    /** Connects at either process, as often as it takes, and goes on with the window. */
    const enter = async (lessonId: string, member: RoomMember, window?: string) => {
      for (;;) {
        try {
          const { origin } = apis[Math.floor(Math.random() * apis.length)] ?? { origin: "" };
          const socket = await connectWindow(origin, member);
          open.add(socket);
          socket.on("disconnect", () => open.delete(socket));
          const answer: EnteredRoom | { error: string } = await socket
            .timeout(10_000)
            .emitWithAck("enter", window === undefined ? { lessonId } : { lessonId, window });
          if ("error" in answer) throw new Error(answer.error);
          return { socket, window: answer.self };
        } catch {
          await pause(200 + 600 * Math.random());
        }
      }
    };
    const attend = async (lessonId: string, role: Session["role"], member: RoomMember) => {
      await pause(Math.random() * 0.3 * 1_000 * SECONDS);
      let { socket, window } = await enter(lessonId, member);
      const from = performance.now();
      const isDead = Math.random() < 0.1;
      let isLeaving = false;
      const follow = (each: Socket) =>
        each.on("disconnect", () => {
          if (isLeaving) return;
          void enter(lessonId, member, window).then((next) => {
            if (isLeaving) return next.socket.disconnect();
            ({ socket, window } = next);
            follow(socket);
          });
        });
      follow(socket);
      await pause((0.4 + 0.3 * Math.random()) * 1_000 * SECONDS);
      // Who is just then without a connection, or loses it before the answer, comes back first, as a page does.
      for (let isGone = false; !isGone; ) {
        while (!socket.connected) await pause(50);
        const current = socket;
        if (isDead) {
          // A dead page hears and answers nothing more, and nobody closes its connection.
          isLeaving = true;
          (current.io.engine.transport as unknown as { ws: { pause(): void } }).ws.pause();
        }
        isGone =
          isDead ||
          (await current
            .timeout(10_000)
            .emitWithAck("leave", {})
            .then(
              () => true,
              () => false,
            ));
      }
      isLeaving = true;
      sessions.push({ lessonId, role, isDead, seconds: (performance.now() - from) / 1_000 });
    };

    const attending = Promise.all(
      pairs.flatMap(({ lessonId, teacher, student }) => [
        attend(lessonId, "teacher", teacher),
        attend(lessonId, "student", student),
      ]),
    );
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await pause(Math.max(0, startedAt + kill * 250 * SECONDS - performance.now()));
      const at = kill % 2;
      const { pid } = apis[at]?.process ?? {};
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      apis[at] = await start(at, kill);
    }
    await attending;
    await pause(1_000);

    const now = new Date(Date.now() + 24 * 3_600_000);
    const visits = await listVisits(
      lab.db,
      pairs.map(({ lessonId }) => lessonId),
      now,
    );
    const byLesson = new Map<string, typeof visits>();
    for (const visit of visits)
      byLesson.set(visit.lessonId, [...(byLesson.get(visit.lessonId) ?? []), visit]);
    const off = (isDead: boolean) =>
      sessions
        .filter((session) => session.isDead === isDead)
        .map(({ lessonId, role, seconds }) => {
          const { teacherSeconds, studentSeconds } = presenceOf(byLesson.get(lessonId) ?? [], now);
          return Math.abs((role === "teacher" ? teacherSeconds : studentSeconds) - seconds);
        })
        .sort((a, b) => a - b);
    const verdict = new Verdict(`${sessions.length} sessions, ${KILLS} kills`);
    for (const [label, errors, goal] of [
      ["who left", off(false), GOAL_S],
      ["whose page ended without a word", off(true), GOAL_DEAD_S],
    ] as const) {
      verdict.figure(`${label}: sessions`, errors.length);
      verdict.figure(`${label}: p99 off, s`, percentile(errors, 0.99).toFixed(1));
      const most = errors.at(-1) ?? 0;
      verdict.must(`${label}: most off, s`, most.toFixed(1), most <= goal, `≤ ${goal}`);
    }
    for (const socket of open) socket.disconnect();
    verdict.end();
  },
  ROOM_ENV,
);
