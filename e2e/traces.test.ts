import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { wireFreeDay } from "@korki/contracts/wire/availability";
import { wireOwnTeacher } from "@korki/contracts/wire/person";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "./harness/browser";
import { startProduct } from "./harness/product";

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string };
type Sent = { resource: { attributes: { key: string; value: { stringValue?: string } }[] } } & {
  scopeSpans: { spans: Span[] }[];
};

/** Collects what the product's processes send, by service. */
async function startCollector() {
  const spans: (Span & { service: string })[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as { resourceSpans: Sent[] };
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
    }
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { spans, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("a booking is one trace, from the request to the e-mail", async () => {
  const collector = await startCollector();
  const product = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  let requestId = "";
  try {
    let token = "";
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${product.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      requestId = response.headers.get("x-request-id") ?? "";
      expect(response.status).toBe(200);
      return response.json();
    };
    const login = { email: "uczen@demo.pl", password: DEMO_PASSWORD };
    ({ accessToken: token } = (await call("POST", "/user/login", login)) as { accessToken: string });
    const { _id: studentId } = (await call("GET", "/user/profile")) as { _id: string };
    const teacher = wireOwnTeacher.array().parse(await call("GET", "/student/teachers"))[0];
    const days = wireFreeDay.array().parse(await call("GET", `/teacher/freeBlocks/${teacher?._id}`));
    const day = days.findLast(({ blocks }) => blocks.length > 0);
    await call("PUT", "/student/reserve_lesson", {
      teacherId: teacher?._id,
      studentId,
      dateDay: day?.day,
      dateMonth: day?.month,
      dateYear: day?.year,
      blockIndex: day?.blocks[0]?.index,
      subject: teacher?.subjects[0]?.name,
      subjectLevel: teacher?.subjects[0]?.level,
      title: "Ślad",
      description: "",
    });
    const booked = requestId;
    const inbox = `${product.url}/dev/inbox.json?${new URLSearchParams({ to: "nauczyciel@demo.pl", wait: "25" })}`;
    await expect
      .poll(async () => (await fetch(inbox)).text(), { timeout: 30_000 })
      .toMatch(/Nowa rezerwacja/);
    requestId = booked;
  } finally {
    // Ending, each process sends what it has not sent yet.
    await product.stop();
    collector.close();
  }

  const trace = collector.spans.filter(({ traceId }) => traceId === requestId.replaceAll("-", ""));
  const find = (service: string, name: string | RegExp) =>
    trace.find((span) => span.service === service && span.name.match(name));
  const [request, booking] = [find("korki-api", /^PUT/), find("korki-api", "lessons.book")];
  const [delivery, sending] = [find("korki-worker", "deliver lesson-booked"), find("korki-worker", /^send /)];
  expect(booking?.parentSpanId).toBe(request?.spanId);
  expect(delivery?.parentSpanId).toBe(request?.parentSpanId);
  expect(sending?.parentSpanId).toBe(delivery?.spanId);
  for (const parent of [booking, delivery])
    expect(
      trace.filter(({ name, parentSpanId }) => name === "sql" && parentSpanId === parent?.spanId),
    ).not.toEqual([]);
});
