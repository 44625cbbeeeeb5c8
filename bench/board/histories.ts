// `pnpm bench board/histories [histories] [steps]`: two people draw, erase, move, undo and redo at random over real sockets
// that are cut before or after the server heard, with news that are lost or come twice. At the end of each history both
// copies and the server's own log must be equal byte for byte, with everything in it that was drawn and not refused.
import { setTimeout as pause } from "node:timers/promises";
import { BoardClient, type DrawAnswer, keyMaker, type Operation } from "@korki/board";
import { randomAct } from "@korki/board/testing/random-act";
import type { BoardLog } from "@korki/contracts/board";
import { seconds, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { connectWindow, makeRooms, ROOM_ENV, type RoomMember } from "../lab/rooms";

const [HISTORIES = 200, STEPS = 30] = process.argv.slice(2).map(Number);
const PATIENCE_MS = 30_000;

await inLab(
  null,
  async (lab) => {
    const pairs = await makeRooms(lab.db, HISTORIES);
    const api = await lab.startApi("api");
    const verdict = new Verdict(`${HISTORIES} random histories of ${STEPS} steps over sockets`);
    const began = performance.now();
    let operations = 0;
    let refusals = 0;
    const wrong: string[] = [];
    for (const { lessonId, teacher, student } of pairs) {
      const outcome = await play(api.origin, lessonId, [teacher, student]);
      operations += outcome.operations;
      refusals += outcome.refusals;
      if (outcome.fault) wrong.push(`${lessonId}: ${outcome.fault}`);
    }
    verdict.figure("took", seconds(performance.now() - began));
    verdict.figure("operations", operations);
    verdict.figure("refused", refusals);
    verdict.must("histories that came out different", wrong.join("; ") || 0, wrong.length === 0, "none");
    verdict.end();
  },
  ROOM_ENV,
);

async function play(origin: string, lessonId: string, people: RoomMember[]) {
  let isCut = false;
  let refusals = 0;
  const drawn: string[] = [];
  const windows = await Promise.all(
    people.map(async (member, at) => {
      const socket = await connectWindow(origin, member);
      await socket.emitWithAck("enter", { lessonId });
      const lost = () => isCut || Math.random() < 0.15;
      const read = async (seq: number): Promise<BoardLog> => {
        const answer = await fetch(`${origin}/api/lesson/${lessonId}/board?since=${seq}`, {
          headers: { authorization: `Bearer ${member.token}` },
        });
        return (await answer.json()) as BoardLog;
      };
      const client = new BoardClient(
        { id: member.id, isTeacher: at === 0 },
        {
          async since(seq) {
            if (lost()) throw new Error("cut");
            return (await read(seq)).operations;
          },
          async draw(drafts) {
            if (lost()) throw new Error("cut before the server heard");
            const answer: DrawAnswer = await socket.emitWithAck("board", { operations: drafts });
            if (lost()) throw new Error("cut before the answer");
            return answer;
          },
        },
        {
          onChange: () => undefined,
          onState: () => undefined,
          onRefused: () => {
            refusals += 1;
          },
        },
      );
      socket.on("board", ({ operations }: { operations: Operation[] }) => {
        if (Math.random() < 0.2) return;
        client.heard(operations);
        if (Math.random() < 0.2) client.heard(operations);
      });
      await client.catchUp();
      return { client, socket, read, newKey: keyMaker() };
    }),
  );
  for (let step = 0; step < STEPS; step += 1) {
    isCut = Math.random() < 0.2;
    const window = windows[Math.floor(Math.random() * windows.length)];
    const key = window?.newKey() ?? "";
    if (window && randomAct(window.client, Math.random, key)) drawn.push(key);
    if (Math.random() < 0.3) await pause(1);
  }
  isCut = false;
  const log = await settled(windows);
  const texts = new Set(windows.map(({ client }) => client.copy.view.toText()));
  const keys = new Set(log?.operations.map(({ key }) => key));
  const lostCount = drawn.filter((key) => !keys.has(key)).length;
  const fault = !log
    ? "not saved in time"
    : texts.size > 1
      ? "copies differ"
      : lostCount > refusals
        ? `${lostCount} lost, ${refusals} refused`
        : log.operations.length !== keys.size
          ? "saved twice"
          : null;
  for (const { client, socket } of windows) {
    client.stop();
    socket.disconnect();
  }
  return { operations: log?.operations.length ?? 0, refusals, fault };
}

type Settling = { client: BoardClient; read: (seq: number) => Promise<BoardLog> };

/** Waits until everything is saved and known to everybody. Returns the log; null: it takes too long. */
async function settled(windows: readonly Settling[]): Promise<BoardLog | null> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    for (const { client } of windows) await client.catchUp();
    const log = await windows[0]?.read(0);
    const isSettled = windows.every(
      ({ client: { copy } }) => copy.pending.length === 0 && copy.log.lastSeq === log?.lastSeq,
    );
    if (log && isSettled) return log;
    await pause(20);
  }
  return null;
}
