import { type ChildProcess, execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { slotToWire } from "@korki/contracts/wire/slot";
import { DEMO_PASSWORD } from "@korki/demo/people";
import { ACCESS_TOKEN_COOKIE, addDays, blockStart, today } from "@korki/domain";
import type { Page } from "playwright-core";
import { call, inDemoProduct, launchBrowser, signIn } from "./demo-product";
import { handwriting } from "./handwriting";

const PEOPLE = { teacher: "nauczyciel@demo.pl", student: "uczen@demo.pl" };
const IDS = {
  teacherId: "01930000-0000-7000-8000-000000100002",
  studentId: "01930000-0000-7000-8000-000000100004",
};
/** The product's clock starts a quarter of an hour before this lesson, whose room is open for 105 minutes. */
const SLOT = { date: addDays(today(new Date()), 1), block: 13 };

/** How long a board may take to be painted, on any machine. */
const PATIENCE_MS = 120_000;
/** Strokes of one call. */
const STROKES_AT_ONCE = 100;

/** The teacher and the student of a lesson at the door of its room, each with a browser of their own. */
export type LessonRoom = {
  pages: [teacher: Page, student: Page];
  lessonId: string;
  product: ChildProcess;
  /** A call as one of them. */
  call<Answer>(who: "teacher" | "student", method: string, at: string, body?: object): Promise<Answer>;
};

/**
 * Runs the built product with two people at the door of a lesson that is about to begin.
 *
 * @param options.script runs in the pages before they do
 */
export async function inLessonRoom(
  { env = {}, script = "" }: { env?: Record<string, string>; script?: string },
  work: (room: LessonRoom) => Promise<void>,
): Promise<void> {
  const begins = new Date(blockStart(SLOT.date, SLOT.block).getTime() - 15 * 60_000);
  const settings = { API_PROCESSES: "2", DEMO_NOW: begins.toISOString(), ...env };
  const args = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  await inDemoProduct({ env: settings, args }, async ({ origin, product, browser }) => {
    const lessonId = await makeLesson(origin);
    // As in a lesson: what one browser draws does not wait for what the other one draws.
    const other = await launchBrowser(args);
    const windows = [
      [PEOPLE.teacher, browser],
      [PEOPLE.student, other],
    ] as const;
    try {
      const pages: Page[] = [];
      const tokens: string[] = [];
      for (const [email, own] of windows) {
        const context = await own.newContext({ baseURL: origin, locale: "pl-PL", serviceWorkers: "block" });
        if (script) await context.addInitScript(script);
        // The answer's cookie renews the session of whoever stays longer than a token holds.
        const login = await context.request.post("/api/user/login", {
          data: { email, password: DEMO_PASSWORD },
        });
        const { accessToken: token } = (await login.json()) as { accessToken: string };
        tokens.push(token);
        await context.addCookies([{ name: ACCESS_TOKEN_COOKIE, value: token, url: origin }]);
        const page = await context.newPage();
        await page.goto(`/lekcja/${lessonId}/sala`);
        pages.push(page);
      }
      await work({
        pages: pages as LessonRoom["pages"],
        lessonId,
        product,
        call: (who, method, at, body) => call(origin + at, method, body, tokens[who === "teacher" ? 0 : 1]),
      });
    } finally {
      await other.close();
    }
  });
}

async function makeLesson(origin: string): Promise<string> {
  const token = await signIn(origin, "admin@demo.pl");
  const slot = slotToWire(SLOT);
  const lesson = { ...slot, ...IDS, subject: "Matematyka", subjectLevel: "liceumP" };
  const { _id } = await call<{ _id: string }>(`${origin}/api/admin/lesson`, "PUT", lesson, token);
  const confirmed = { ...slot, status: "Potwierdzona", description: "" };
  await call(`${origin}/api/admin/lesson/${_id}`, "POST", confirmed, token);
  return _id;
}

/** Programs below this one that serve the API, without the one that watches over them. */
export function apiProcesses(root: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const programs = lines.map((line) => {
    const [pid = "", ppid = "", ...args] = line.trim().split(/\s+/);
    return { pid: Number(pid), ppid: Number(ppid), args: args.join(" ") };
  });
  const below = (of: number): typeof programs =>
    programs.filter(({ ppid }) => ppid === of).flatMap((one) => [one, ...below(one.pid)]);
  const api = below(root).filter(({ args }) => args.includes("apps/api/dist"));
  const workers = api.filter(({ ppid }) => api.some(({ pid }) => pid === ppid));
  return (workers.length > 0 ? workers : api).map(({ pid }) => pid);
}

/** Adds strokes to the board, over the calls. */
export async function writeStrokes({ call, lessonId }: LessonRoom, count: number): Promise<void> {
  for (let done = 0; done < count; done += STROKES_AT_ONCE) {
    const operations = Array.from({ length: Math.min(STROKES_AT_ONCE, count - done) }, handwriting);
    await call("teacher", "POST", "/trpc/board.draw", { lessonId, operations });
  }
}

/** Waits until a page shows the board up to an operation. */
export async function untilPainted(page: Page, seq: number): Promise<void> {
  // The page's own policy lets nothing evaluate a text within it, as waiting in the page would.
  const painted = `Number(document.querySelector("[data-painted]")?.dataset.painted ?? 0)`;
  for (const until = performance.now() + PATIENCE_MS; (await page.evaluate<number>(painted)) < seq; ) {
    if (performance.now() > until) throw new Error(`operation ${seq} was not painted`);
    await pause(5);
  }
}
