import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { beginSpan, isTracing, startTracing, traced } from "./index";

type Sent = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
};

/** A collector on loopback. */
async function collector() {
  const spans: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const named = (name: string) => spans.find((span) => span.name === name);
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, named };
}

const REQUEST = "0af76519-16cd-43dd-8448-eb211c80319c";

test("work within work, and another process's work of the same request, are one trace", async () => {
  const { endpoint, named, spans } = await collector();
  const api = await startTracing("api", endpoint);
  const request = beginSpan("PUT /api/student/reserve_lesson", {}, REQUEST);
  await request.run(() => traced("lessons.book", () => traced("sql", async () => 1)));
  request.end({ "http.response.status_code": 200 });
  await api.stop();
  const worker = await startTracing("worker", endpoint);
  await expect(
    traced(
      "deliver lesson-booked",
      () => traced("send telegram", () => Promise.reject(new TypeError("Anna"))),
      {},
      REQUEST,
    ),
  ).rejects.toThrow("Anna");
  await worker.stop();

  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([REQUEST.replaceAll("-", "")]));
  expect(named("sql")?.parentSpanId).toBe(named("lessons.book")?.spanId);
  expect(named("lessons.book")?.parentSpanId).toBe(named("PUT /api/student/reserve_lesson")?.spanId);
  expect(named("deliver lesson-booked")?.parentSpanId).toBe(
    named("PUT /api/student/reserve_lesson")?.parentSpanId,
  );
  expect(named("send telegram")?.status?.code).toBe(2);
  expect(JSON.stringify(spans)).not.toContain("Anna");
});

test("without an endpoint nothing is traced", async () => {
  const { stop } = await startTracing("api", null);
  expect(isTracing()).toBe(false);
  expect(await traced("work", async () => 7)).toBe(7);
  expect(beginSpan("work").run(() => 8)).toBe(8);
  await stop();
});
