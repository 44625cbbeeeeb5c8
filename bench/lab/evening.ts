import { Agent, request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type DataSize, loadedId, studentsPerTeacher } from "../load-data";
import type { WireRequest } from "./callers";
import { type LoadedPerson, loadedPerson } from "./lab";
import { bookingBody, bookingNumber, readCalls } from "./read-calls";

/** The kinds of calls in an evening. */
type Kind = "read" | "chat" | "booking" | "admin";

/** The shares of an evening's calls, in percent. */
const MIX: readonly (readonly [Kind, number])[] = [
  ["read", 85],
  ["chat", 10],
  ["booking", 4],
  ["admin", 1],
];

/** The reads of an evening, by frequency. */
const READS = [
  "profile",
  "own lessons (student",
  "free blocks",
  "a page of lessons",
  "month (teacher",
  "conversation",
];

type Call = WireRequest & { kind: Kind };
/** The outcome of a call; status 0: no response. */
export type Outcome = { kind: Kind; status: number; ms: number; at: number; answer: string };

/** Generates the calls of an evening, each by one of the loaded people. */
export type Evening = {
  next(): Call;
  /** Tokens live for a quarter of an hour. */
  renew(): Promise<void>;
};

const PEOPLE = 200;

/** @param at the moment by the API's clock, where that is another */
export async function openEvening(size: DataSize, firstBooking = 0, at?: Date): Promise<Evening> {
  const own = studentsPerTeacher(size);
  const calls = readCalls(size);
  const reads = READS.flatMap((part) => calls.filter(({ name }) => name.startsWith(part)));
  const people = new Map<string, LoadedPerson>();
  const renew = async () => {
    for (let n = 0; n < size.students; n += 1)
      people.set(`student ${n}`, await loadedPerson("student", n, at));
    for (let n = 0; n < Math.min(size.teachers, PEOPLE); n += 1) {
      people.set(`teacher ${n}`, await loadedPerson("teacher", n, at));
    }
    people.set("admin 0", await loadedPerson("admin", 0, at));
  };
  await renew();
  let n = 0;
  let booked = firstBooking;
  const tokenOf = (role: string, at: number) => people.get(`${role} ${at}`)?.token ?? "";

  const make: Record<Kind, () => WireRequest> = {
    read() {
      const call = reads[n % reads.length];
      if (!call) throw new Error("there is nothing to read");
      const who = call.people[n % call.people.length] ?? 0;
      const door = n % 2 ? (call.rest ?? call.trpc) : call.trpc;
      return { ...door(who), token: tokenOf(call.role, who) };
    },
    chat() {
      const student = (n * 7) % size.students;
      const recipientId = loadedId("teacher", Math.floor(student / own) % size.teachers);
      const body = {
        recipientId,
        text: "Czy jutro o tej samej porze?",
        clientKey: `evening-${firstBooking}-${n}`,
      };
      return { method: "POST", path: "/trpc/chat.send", body, token: tokenOf("student", student) };
    },
    booking() {
      const booking = bookingNumber(booked, size);
      booked += 1;
      const body = bookingBody(booking);
      return {
        method: "PUT",
        path: "/api/student/reserve_lesson",
        body,
        token: tokenOf("student", booking.student),
      };
    },
    admin() {
      const call = calls.find(({ name }) => name.startsWith(n % 2 ? "students" : "month (company"));
      if (!call) throw new Error("there is nothing for an administrator");
      return { ...call.trpc(0), token: tokenOf("admin", 0) };
    },
  };
  return {
    renew,
    next() {
      n += 1;
      const kind = kindOf((n * 37) % 100);
      return { kind, ...make[kind]() };
    },
  };
}

function kindOf(share: number): Kind {
  let upTo = 0;
  for (const [kind, percent] of MIX) {
    upTo += percent;
    if (share < upTo) return kind;
  }
  return "read";
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const TIMEOUT_MS = 30_000;

/** Makes one call. Its latency counts from its due time, including the wait for a connection. */
function perform({ kind, ...call }: Call, origin: string, dueAt = performance.now()): Promise<Outcome> {
  return new Promise((resolve) => {
    let answer = "";
    const end = (status: number) =>
      resolve({ kind, status, ms: performance.now() - dueAt, at: Date.now(), answer });
    const body = call.body && JSON.stringify(call.body);
    const request = httpRequest(
      origin + call.path,
      {
        method: call.method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          authorization: `Bearer ${call.token}`,
          ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.setEncoding("utf8").on("data", (part: string) => {
          if (kind === "booking") answer += part;
        });
        response.on("end", () => end(response.statusCode ?? 0)).on("error", () => end(0));
      },
    );
    request.on("timeout", () => request.destroy()).on("error", () => end(0));
    request.end(body);
  });
}

/** Calls at a fixed rate, independent of responses, and waits for the last response. */
export async function callAtRate(
  evening: Evening,
  origins: readonly string[],
  { perSecond, until }: { perSecond: number; until: () => boolean },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const open = new Set<Promise<unknown>>();
  const from = performance.now();
  for (let n = 0; !until(); n += 1) {
    const dueAt = from + (1000 * n) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await pause(early);
    const call = perform(evening.next(), origins[n % origins.length] ?? "", dueAt);
    const noted = call.then((outcome) => {
      outcomes.push(outcome);
      open.delete(noted);
    });
    open.add(noted);
  }
  await Promise.all(open);
  return outcomes;
}
