// `pnpm bench fuzz-sockets [events] [seed]`: malformed and valid events of the chat's and the rooms' sockets, by both people
// of a lesson and by somebody whose lesson it is not. No answer may reveal the implementation, the process must go on
// without an error in its log, and in the end both people still meet in their room, draw and write; exits with 1 otherwise.

import { readFileSync } from "node:fs";
import { ODD_JSON, oddJson } from "@korki/api/testing/odd-input";
import { CHAT_PATH } from "@korki/contracts/wire/chat-socket";
import { newId } from "@korki/db";
import { io, type Socket } from "socket.io-client";
import { Verdict } from "./lab/figures";
import { chanceOf } from "./lab/fuzz/chance";
import { inLab } from "./lab/lab";
import { connectWindow, makeRooms, ROOM_ENV, type RoomMember } from "./lab/rooms";

const [EVENTS = 20_000, SEED = 7] = process.argv.slice(2).map(Number);
/** Events of one connection: what is no event at all closes it. */
const ROUND = 10;
const PATIENCE_MS = 10_000;
const IMPLEMENTATION = /prisma|postgres|zod|node_modules|at \w+ \(|ECONN|TypeError/i;

type Event = { name: string; good: unknown; isText?: true; isAnswered?: true };

await inLab(
  null,
  async (lab) => {
    const [ours, theirs] = await makeRooms(lab.db, 2);
    if (!ours || !theirs) throw new Error("there are no rooms");
    const api = await lab.startApi("api", { RATE_LIMIT_SCALE: "10000" });
    const chance = chanceOf(SEED);
    const verdict = new Verdict(`${EVENTS} events, seed ${SEED}`);
    const revealing: string[] = [];
    let answered = 0;
    let refused = 0;
    let sent = 0;

    const hear = (answer: unknown) => {
      answered += 1;
      const text = JSON.stringify(answer) ?? "";
      if (text.includes('"error"')) refused += 1;
      if (IMPLEMENTATION.test(text)) revealing.push(text.slice(0, 300));
    };
    const ask = (socket: Socket, name: string, input: unknown): Promise<unknown> =>
      socket.timeout(PATIENCE_MS).emitWithAck(name, input);

    const roomEvents = (window: string): Event[] => [
      { name: "enter", good: { lessonId: ours.lessonId, window }, isAnswered: true },
      { name: "signal", good: { to: window, generation: 1, data: { sdp: "v=0" } } },
      { name: "board", good: { lessonId: ours.lessonId, operations: [drawn()] }, isAnswered: true },
      { name: "renew", good: { token: "a.b.c" }, isAnswered: true },
      { name: "leave", good: {}, isAnswered: true },
      { name: "nothing", good: {} },
    ];
    const chatEvents = (recipient: string): Event[] => [
      {
        name: "send_message",
        good: { recipient, text: "Dzień dobry", clientKey: newId() },
        isText: true,
        isAnswered: true,
      },
      { name: "messages_read", good: { sender: recipient, seq: 1 }, isText: true, isAnswered: true },
      { name: "typing", good: { recipient }, isText: true },
      { name: "renew", good: "a.b.c", isAnswered: true },
    ];
    /** Sends one event with something odd in it, or as it should be. */
    const shoot = (socket: Socket, { name, good, isText, isAnswered }: Event): Promise<void> | undefined => {
      const text = chance.happens(0.2) ? JSON.stringify(good) : chance.pick([...oddJson(good), ...ODD_JSON]);
      let given: unknown = text;
      if (!isText)
        try {
          given = JSON.parse(text);
        } catch {
          // Half a document goes as the text that it is.
        }
      sent += 1;
      if (chance.happens(0.1)) return void socket.emit(name, given, null, { more: true });
      if (!isAnswered || chance.happens(0.2)) return void socket.emit(name, given);
      return new Promise<void>((resolve) => {
        socket.once("disconnect", () => resolve());
        socket.timeout(PATIENCE_MS).emit(name, given, (failure: Error | null, answer: unknown) => {
          if (!failure) hear(answer);
          resolve();
        });
      });
    };

    const callers: readonly [RoomMember, other: RoomMember][] = [
      [ours.teacher, ours.student],
      [ours.student, ours.teacher],
      [theirs.student, ours.teacher],
    ];
    while (sent < EVENTS) {
      for (const [caller, other] of callers) {
        const isRoom = chance.happens(0.6);
        const socket = isRoom
          ? await connectWindow(api.origin, caller)
          : await connectChat(api.origin, caller);
        const window = isRoom ? selfOf(await ask(socket, "enter", { lessonId: ours.lessonId })) : "";
        const events = isRoom ? roomEvents(window ?? newId()) : chatEvents(other.id);
        await Promise.all(Array.from({ length: ROUND }, () => shoot(socket, chance.pick(events))));
        socket.disconnect();
      }
    }

    verdict.figure("events", sent);
    verdict.figure("answers", answered);
    verdict.figure("of these refusals", refused);
    verdict.must("answers that tell how it is built", revealing.length, revealing.length === 0, "0");
    for (const text of revealing.slice(0, 10)) console.log(text);
    const faults = readFileSync(api.process.logFile, "utf8").match(/.*"level":(50|60).*/g) ?? [];
    for (const fault of faults.slice(0, 10)) console.log(fault.slice(0, 400));
    verdict.must("errors in the log", faults.length, faults.length === 0, "0");
    const isRunning = !api.process.exit();
    verdict.must("the process goes on", isRunning ? "yes" : "no", isRunning, "yes");
    const [teacher, student] = [
      await connectWindow(api.origin, ours.teacher),
      await connectWindow(api.origin, ours.student),
    ];
    const entered = [
      selfOf(await ask(teacher, "enter", { lessonId: ours.lessonId })),
      selfOf(await ask(student, "enter", { lessonId: ours.lessonId })),
    ];
    verdict.must("both people meet afterwards", entered.filter(Boolean).length, entered.every(Boolean), "2");
    const heard = new Promise<boolean>((resolve) => {
      student.on("board", () => resolve(true));
      setTimeout(() => resolve(false), PATIENCE_MS).unref();
    });
    await ask(teacher, "board", { operations: [drawn()] });
    const isHeard = await heard;
    verdict.must("what one draws the other sees", isHeard ? "yes" : "no", isHeard, "yes");
    for (const socket of [teacher, student]) socket.disconnect();
    verdict.end();
  },
  ROOM_ENV,
);

function drawn() {
  const body = { points: [[0.1, 0.1, 0.5]], tool: "pen", colour: "black", width: 2 };
  return { key: newId(), page: 1, kind: "stroke", body };
}

function selfOf(answer: unknown): string | undefined {
  return (answer as { self?: string } | null)?.self;
}

async function connectChat(origin: string, { id, token }: RoomMember): Promise<Socket> {
  const socket = io(origin, {
    path: CHAT_PATH,
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { id, token, typing: true },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
