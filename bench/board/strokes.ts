// `pnpm bench board/strokes [lessons] [strokes a second] [seconds]`: many lessons draw at once, through two API processes:
// how long a stroke takes until it is kept, and what it costs.
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@korki/db";
import { percentile, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { cpuTimeOf } from "../lab/process-usage";
import { connectWindow, makeRooms, ROOM_ENV } from "../lab/rooms";

const [LESSONS = 100, PER_SECOND = 100, SECONDS = 20] = process.argv.slice(2).map(Number);
const POINTS = Array.from({ length: 40 }, (_, at) => [100 + at, 200 + (at % 7), 0.5]);

await inLab(
  null,
  async (lab) => {
    const pairs = await makeRooms(lab.db, LESSONS);
    const apis = [await lab.startApi("api-0"), await lab.startApi("api-1")];
    const sockets = await Promise.all(
      pairs.flatMap(({ lessonId, teacher, student }) =>
        [teacher, student].map(async (member, at) => {
          const socket = await connectWindow(apis[at]?.origin ?? "", member);
          await socket.emitWithAck("enter", { lessonId });
          return socket;
        }),
      ),
    );
    const processes = {
      API: apis.map(({ process: { pid } }) => pid),
      PostgreSQL: [lab.postgres().process.pid],
    };
    const used = () =>
      Object.values(processes).map((pids) => pids.reduce((sum, pid) => sum + cpuTimeOf(pid), 0));
    const before = used();
    const times: number[] = [];
    const began = performance.now();
    const strokes = PER_SECOND * SECONDS;
    const answers: Promise<void>[] = [];
    for (let n = 0; n < strokes; n += 1) {
      await pause(began + (1_000 * n) / PER_SECOND - performance.now());
      const body = { points: POINTS, tool: "pen", colour: "black", width: 2 };
      const operations = [{ key: newId(), page: 1, kind: "stroke", body }];
      const at = performance.now();
      const answer = sockets[n % sockets.length]?.emitWithAck("board", { operations });
      if (answer) answers.push(answer.then(({ seqs }) => void (seqs && times.push(performance.now() - at))));
    }
    await Promise.all(answers);
    const after = used();
    const verdict = new Verdict(`${LESSONS} lessons, ${PER_SECOND} strokes a second`);
    times.sort((a, b) => a - b);
    verdict.must("kept", `${times.length} of ${strokes}`, times.length === strokes, "all");
    for (const share of [0.5, 0.95, 0.99])
      verdict.figure(`until it is kept, p${100 * share}, ms`, percentile(times, share).toFixed(1));
    for (const [at, name] of Object.keys(processes).entries())
      verdict.figure(
        `CPU of a stroke, ${name}, ms`,
        (((after[at] ?? 0) - (before[at] ?? 0)) / strokes).toFixed(2),
      );
    for (const socket of sockets) socket.disconnect();
    verdict.end();
  },
  ROOM_ENV,
);
