import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type RunningProcess } from "@korki/local-services";
import { createRateLimits, type Services } from "@korki/services";
import { makeClassroom } from "@korki/services/testing/classroom";
import { signIn } from "@korki/services/testing/people";
import { loadServerSettings } from "@korki/settings";
import { pino } from "pino";
import type { Stage } from "./stage";

/** A student who books lessons with one teacher over HTTP. */
export type BookingDesk = {
  api: RunningProcess;
  /** Answers the HTTP status; a lost connection is 0. */
  book(date: string, block: number): Promise<number>;
};

/** The product's services as a drill itself uses them. */
export function drillServices(stage: Stage): Services {
  return {
    db: stage.db,
    settings: loadServerSettings(stage.env),
    limits: createRateLimits(null, 1000),
    log: pino({ level: "silent" }),
    now: () => new Date(),
  };
}

/** Starts an API and signs a student in. */
export async function openBookingDesk(
  stage: Stage,
  start: ReturnType<Stage["program"]>,
): Promise<BookingDesk> {
  const services = drillServices(stage);
  const { teacher, student } = await makeClassroom(services);
  const { accessToken } = await signIn(services, student);
  const port = await freePort();
  const api = await start("api", { PORT: String(port) });
  const origin = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (api.exit()) throw new Error(`the API did not start: ${api.tail()}`);
    await sleep(100);
  }
  return {
    api,
    async book(date, block) {
      const [dateYear, dateMonth, dateDay] = date.split("-").map(Number);
      const body = {
        teacherId: teacher.id,
        studentId: student.id,
        blockIndex: block,
        dateDay,
        dateMonth,
        dateYear,
        subject: "Matematyka",
        subjectLevel: "liceumP",
        title: "Matematyka",
        description: "",
      };
      const answer = await fetch(`${origin}/api/student/reserve_lesson`, {
        method: "PUT",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      await answer?.arrayBuffer();
      return answer?.status ?? 0;
    },
  };
}
