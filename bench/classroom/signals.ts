// `pnpm bench classroom/signals [rooms] [seconds]`: how long signals of lessons' rooms take from one window to the other
// through one API process. Each window sends four signals of 2 kB a second.
import { setTimeout as pause } from "node:timers/promises";
import type { EnteredRoom } from "@korki/contracts/classroom";
import type { Socket } from "socket.io-client";
import { percentile, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { cpuTimeOf } from "../lab/process-usage";
import { connectWindow, makeRooms, ROOM_ENV } from "../lab/rooms";

const ROOMS = Number(process.argv[2] ?? 100);
const SECONDS = Number(process.argv[3] ?? 20);
const EVERY_MS = 250;
const GOAL_MS = 30;
const SDP = "a=candidate:1 1 udp 2122260223 192.168.1.10 51234 typ host\r\n".repeat(32);

await inLab(
  null,
  async (lab) => {
    const pairs = await makeRooms(lab.db, ROOMS);
    const api = await lab.startApi("api");
    const times: number[] = [];
    const windows: { send(): void; socket: Socket }[] = [];
    for (const { lessonId, teacher, student } of pairs) {
      const sockets = [await connectWindow(api.origin, teacher), await connectWindow(api.origin, student)];
      const entered: EnteredRoom[] = [];
      for (const socket of sockets) entered.push(await socket.emitWithAck("enter", { lessonId }));
      for (const [at, socket] of sockets.entries()) {
        socket.on(
          "signal",
          ({ data }: { data: { at: number } }) => void times.push(performance.now() - data.at),
        );
        const to = entered[1 - at]?.self;
        windows.push({
          socket,
          send: () => socket.emit("signal", { to, generation: 2, data: { at: performance.now(), sdp: SDP } }),
        });
      }
    }
    console.log(
      `${ROOMS} rooms with two windows each; ${windows.length * (1_000 / EVERY_MS)} signals a second`,
    );
    const cpu = cpuTimeOf(api.process.pid);
    let sent = 0;
    const until = performance.now() + 1_000 * SECONDS;
    await Promise.all(
      windows.map(async ({ send }, at) => {
        await pause((EVERY_MS * at) / windows.length);
        while (performance.now() < until) {
          send();
          sent += 1;
          await pause(EVERY_MS);
        }
      }),
    );
    await pause(1_000);
    times.sort((a, b) => a - b);
    const verdict = new Verdict();
    verdict.figure(
      "CPU of the API, % of a core",
      ((cpuTimeOf(api.process.pid) - cpu) / (10 * SECONDS)).toFixed(0),
    );
    verdict.figure("p50, ms", percentile(times, 0.5).toFixed(1));
    const p99 = percentile(times, 0.99);
    verdict.must("p99, ms", p99.toFixed(1), p99 <= GOAL_MS, `≤ ${GOAL_MS}`);
    verdict.must("signals that arrived", `${times.length} of ${sent}`, times.length === sent, "all");
    for (const { socket } of windows) socket.disconnect();
    verdict.end();
  },
  ROOM_ENV,
);
