// `pnpm bench reads [seconds] [part of a name]`: the calls that people wait for, with 100,000 lessons, 50 teachers
// and 5,000 students, 20 concurrent callers; compared with a bare Express + pg that runs the same prepared
// statements, sends the same and checks nothing. The three take turns, so that other load on the machine affects all
// of them.
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, newId } from "@korki/db";
import type { ActorCtx } from "@korki/services";
import type { BareOrder, Statement } from "./lab/bare-server";
import { callFor, percentiles, type Sample, together, type WireRequest } from "./lab/callers";
import { changeHours } from "./lab/changed-hours";
import { percentile, table, Verdict } from "./lab/figures";
import { type Api, inLab, type Lab, type LoadedPerson, loadedPerson } from "./lab/lab";
import { cpuTimeOf } from "./lab/process-usage";
import { bookingBody, bookingNumber, bookingsPossible, type ReadCall, readCalls } from "./lab/read-calls";
import { countStatements } from "./lab/statement-counter";
import { type DataSize, LARGE, loadedId, SMALL } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 2);
const ONLY = process.argv[3] ?? "";
const TURNS = 3;
/** Bookings write, so that now and then a turn meets a checkpoint or a vacuum. */
const BOOKING_TURNS = 8;
const SETTLED_MS = 1_000;
/** Much code runs in a booking: a process has to make hundreds before its compilers have seen all of it. */
const BOOKING_WARM_UP_SECONDS = 5;
/** The product's default. */
const HORIZON_DAYS = 28;
/** Least share of bare's calls, and p95 in milliseconds, where one is asked for. */
type Goal = { share: number; ms?: number };
const READ: Goal = { share: 0.6 };
const FREE_BLOCKS: Goal = { share: 0.6, ms: 30 };
const CHANGED_HOURS: Goal = { share: 0.6, ms: 60 };
const BOOKING: Goal = { share: 0.65, ms: 200 };

/** A server under measurement, and what one call asks of it. */
type Door = { name: string; pid: number; origin: string; requestOf: (n: number) => WireRequest };
type Measured = Sample & { cpuMicros: number };

await inLab(LARGE, async (lab) => {
  const calls = readCalls(LARGE).filter(({ name }) => name.includes(ONLY));
  const api = await lab.startApi("api");
  const bare = await startBare(lab, calls);
  const verdict = new Verdict();
  const rows: string[][] = [];
  try {
    for (const call of calls)
      rows.push(await readRow(call, api, bare, verdict, call.bareAnswer ? FREE_BLOCKS : READ));
    const free = calls.find(({ bareAnswer }) => bareAnswer === "free days");
    if (free) {
      const restore = await changeHours(lab.db, LARGE);
      rows.push(await readRow(free, api, bare, verdict, CHANGED_HOURS, "free blocks, changed hours"));
      await restore();
    }
    if ("booking".includes(ONLY)) rows.push(await bookingRow(lab, api, bare, verdict));
  } finally {
    bare.child.kill();
  }
  console.log(
    `\n${TURNS} × ${SECONDS} s each (bookings ${BOOKING_TURNS} ×), in turns; calls a second, latency p50 / p95 / p99 in ms, server's CPU µs per call`,
  );
  console.log(
    table([
      [
        "call",
        "bare/s",
        "REST/s",
        "",
        "tRPC/s",
        "",
        "bare ms",
        "REST ms",
        "tRPC ms",
        "CPU bare",
        "REST",
        "tRPC",
      ],
      ...rows,
    ]),
  );
  await api.process.stop();
  await compareStatements(lab, verdict);
  verdict.end();
});

async function readRow(
  call: ReadCall,
  api: Api,
  bare: Bare,
  verdict: Verdict,
  goal: Goal,
  name = call.name,
): Promise<string[]> {
  const people = await Promise.all(call.people.map((n) => loadedPerson(call.role, n)));
  const through = (door: NonNullable<ReadCall["rest"]>) => (n: number) => {
    const at = n % people.length;
    return { ...door(call.people[at] ?? 0), ...tokenOf(people[at]) };
  };
  const ours = { pid: api.process.pid, origin: api.origin };
  const doors: Door[] = [
    {
      ...bare,
      name: "bare",
      // Asked as REST is: a POST brings its body.
      requestOf: (n) => {
        const person = call.people[n % people.length] ?? 0;
        const path = `/read/${encodeURIComponent(`${call.name}#${person}`)}`;
        return { method: "GET", ...call.rest?.(person), path };
      },
    },
    ...(call.rest ? [{ ...ours, name: "REST", requestOf: through(call.rest) }] : []),
    { ...ours, name: "tRPC", requestOf: through(call.trpc) },
  ];
  const measured = await inTurns(doors);
  judge(name, measured, verdict, goal);
  return rowOf(name, measured);
}

async function bookingRow(lab: Lab, api: Api, bare: Bare, verdict: Verdict): Promise<string[]> {
  let next = 0;
  const tokens = new Map<string, LoadedPerson>();
  for (let n = 0; n < LARGE.students; n += 1) {
    const person = await loadedPerson("student", n);
    tokens.set(person.id, person);
  }
  let mayTake = 0;
  const clear = async () => {
    await lab.db.pool.query(
      "UPDATE lessons SET deleted_at = now() WHERE deleted_at IS NULL AND date > current_date AND block < 13",
    );
    mayTake = next + bookingsPossible(LARGE);
    // The API hears of every lesson that was cleared away; that is no part of a turn.
    await pause(SETTLED_MS);
  };
  const another = () => {
    if (next >= mayTake) throw new Error("there are no free blocks left: measure for less time");
    next += 1;
    // A booking on its way when the blocks were cleared still stands: the first blocks come again as late as can be.
    const booking = bookingNumber((next - 1) % bookingsPossible(LARGE), LARGE);
    const studentId = loadedId("student", booking.student);
    return { booking, studentId, ...tokenOf(tokens.get(studentId)) };
  };
  const ours = { pid: api.process.pid, origin: api.origin };
  const measured = await inTurns(
    [
      {
        ...bare,
        name: "bare",
        requestOf: () => {
          const { booking, studentId } = another();
          return { method: "POST", path: "/booking", body: { id: newId(), studentId, ...booking } };
        },
      },
      {
        ...ours,
        name: "REST",
        requestOf: () => {
          const { booking, token = "" } = another();
          return { method: "PUT", path: "/api/student/reserve_lesson", body: bookingBody(booking), token };
        },
      },
      {
        ...ours,
        name: "tRPC",
        requestOf: () => {
          const { booking, token = "" } = another();
          const { teacherId, date, block, subject } = booking;
          const body = { teacherId, date, block, subject, level: "liceumP", description: "Powtórka" };
          return { method: "POST", path: "/trpc/lessons.book", body, token };
        },
      },
    ],
    { turns: BOOKING_TURNS, warmUpSeconds: BOOKING_WARM_UP_SECONDS, prepare: clear },
  );
  await clear();
  judge("booking", measured, verdict, BOOKING);
  return rowOf("booking", measured);
}

async function inTurns(
  doors: readonly Door[],
  { turns = TURNS, warmUpSeconds = 1, prepare = async () => {} } = {},
): Promise<Map<string, Measured>> {
  const samples = new Map<string, { sample: Sample; cpu: number }[]>(doors.map(({ name }) => [name, []]));
  for (const { origin, requestOf } of doors) {
    await prepare();
    await callFor(warmUpSeconds, origin, requestOf);
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, pid, origin, requestOf } of doors) {
      await prepare();
      const before = cpuTimeOf(pid);
      const sample = await callFor(SECONDS, origin, requestOf);
      samples.get(name)?.push({ sample, cpu: cpuTimeOf(pid) - before });
    }
  }
  return new Map(
    [...samples].map(([name, taken]) => {
      const sample = together(taken.map((each) => each.sample));
      const cpu = taken.reduce((sum, each) => sum + each.cpu, 0);
      return [name, { ...sample, cpuMicros: (1000 * cpu) / sample.calls }];
    }),
  );
}

function perSecond({ calls, ms }: Sample): number {
  return (1000 * calls) / ms;
}

function judge(name: string, measured: Map<string, Measured>, verdict: Verdict, goal: Goal): void {
  const bare = measured.get("bare");
  for (const [door, sample] of measured) {
    const failures = [...sample.failures].map(([what, count]) => `${count} × ${what}`).join(", ");
    verdict.must(`${name}, ${door}: failed calls`, failures || "none", failures === "", "none");
    if (door === "bare" || !bare) continue;
    const share = perSecond(sample) / perSecond(bare);
    const [shown, least] = [`${(100 * share).toFixed(0)} %`, `≥ ${100 * goal.share} %`];
    verdict.must(`${name}, ${door}: share of bare`, shown, share >= goal.share, least);
    if (goal.ms === undefined) continue;
    const p95 = percentile(sample.latencies, 0.95);
    verdict.must(`${name}, ${door}: p95`, `${p95.toFixed(0)} ms`, p95 <= goal.ms, `≤ ${goal.ms} ms`);
  }
}

function rowOf(name: string, measured: Map<string, Measured>): string[] {
  const [bare, rest, trpc] = ["bare", "REST", "tRPC"].map((door) => measured.get(door));
  const rate = (sample?: Measured) => (sample ? perSecond(sample).toFixed(0) : "–");
  const share = (sample?: Measured) =>
    sample && bare ? `${((100 * perSecond(sample)) / perSecond(bare)).toFixed(0)} %` : "";
  const times = [bare, rest, trpc].map((sample) => (sample ? percentiles(sample) : "–"));
  const cpu = [bare, rest, trpc].map((sample) => (sample ? sample.cpuMicros.toFixed(0) : "–"));
  return [name, rate(bare), rate(rest), share(rest), rate(trpc), share(trpc), ...times, ...cpu];
}

/** The number of statements of each call must not grow with the data. */
async function compareStatements(lab: Lab, verdict: Verdict): Promise<void> {
  const small = await statementsOf(lab, "small", await lab.addDatabase("small", SMALL), SMALL);
  const large = await statementsOf(lab, "large", lab.databaseUrl, LARGE);
  console.log("\nSQL statements of one call, the session's check, BEGIN and COMMIT included");
  for (const [name, count] of large) {
    const before = small.get(name);
    verdict.must(
      name,
      `${before} at ${SMALL.lessons} lessons, ${count} at ${LARGE.lessons}`,
      before === count,
      "equal",
    );
  }
}

async function statementsOf(
  lab: Lab,
  label: string,
  databaseUrl: string,
  size: DataSize,
): Promise<Map<string, number>> {
  const counter = await countStatements(databaseUrl);
  const api = await lab.startApi(`api-${label}`, { DATABASE_URL: counter.url });
  const counts = new Map<string, number>();
  const count = async (name: string, requests: WireRequest[]) => {
    const seen: number[] = [];
    for (const { method, path: address, token, body } of requests) {
      const before = counter.count();
      const answer = await fetch(api.origin + address, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.text();
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      seen.push(counter.count() - before);
    }
    // The process talks to the database by itself, too, now and then.
    counts.set(name, Math.min(...seen));
  };
  for (const { name, role, people, rest, trpc } of readCalls(size)) {
    const [who = 0] = people;
    const { token } = await loadedPerson(role, who);
    for (const [door, request] of [
      ["REST", rest],
      ["tRPC", trpc],
    ] as const) {
      if (request) await count(`${name}, ${door}`, Array(5).fill({ ...request(who), token }));
    }
  }
  const bookings: WireRequest[] = [];
  for (let n = 0; n < 5; n += 1) {
    const booking = bookingNumber(n, size);
    const { token } = await loadedPerson("student", booking.student);
    bookings.push({ method: "PUT", path: "/api/student/reserve_lesson", body: bookingBody(booking), token });
  }
  await count("booking, REST", bookings);
  await api.process.stop();
  counter.close();
  return counts;
}

type Bare = { child: ChildProcess; pid: number; origin: string };

/** Starts the bare server with the very statements that the use cases run. */
async function startBare(lab: Lab, calls: readonly ReadCall[]): Promise<Bare> {
  const reads: BareOrder["reads"] = {};
  for (const call of calls) {
    for (const n of call.people) {
      const statements: Statement[] = [];
      reads[`${call.name}#${n}`] = { statements, answer: call.bareAnswer ?? null };
      const query = (statement: { name?: string; text: string; values: unknown[] }) => {
        statements.push({ name: `${call.name} ${statements.length}`, ...statement });
        return lab.db.pool.query(statement);
      };
      const db: Database = { ...lab.db, pool: Object.assign(Object.create(lab.db.pool), { query }) };
      const role = ({ student: "Student", teacher: "Teacher", admin: "Admin" } as const)[call.role];
      const actor = { id: loadedId(call.role, n), role, sessionId: "" };
      const settings = { bookingHorizonDays: HORIZON_DAYS };
      await call.useCase({ db, actor, settings, now: () => new Date(), address: "bench" } as ActorCtx, n);
    }
  }
  const child = fork(path.join(import.meta.dirname, "lab/bare-server.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const port = new Promise<number>((resolve) => child.once("message", (said) => resolve(Number(said))));
  child.send({ databaseUrl: lab.databaseUrl, horizonDays: HORIZON_DAYS, reads } satisfies BareOrder);
  const origin = `http://127.0.0.1:${await port}`;
  await pause(100);
  return { child, pid: child.pid ?? 0, origin };
}

function tokenOf(person: LoadedPerson | undefined): { token: string } {
  if (!person) throw new Error("a caller is missing");
  return { token: person.token };
}
