import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { wireFreeDay } from "@korki/contracts/wire/availability";
import { wireOwnTeacher } from "@korki/contracts/wire/person";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { axeFindings, closeBrowser, DEMO_PASSWORD, openBrowser, signIn } from "./harness/browser";
import { ADMIN_EMAIL } from "./harness/centre";
import { addAuthenticator, fillSignIn, logOut, openSecurity, setUpTotp, totpCode } from "./harness/factors";
import { type Product, startProduct } from "./harness/product";

/** What a deployment's settings change: administrators need a second factor, and what is done is traced. */

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

let collector: Awaited<ReturnType<typeof startCollector>>;
/** Started by the first test that needs it, and again after a test that ended it. */
let running: Promise<Product> | undefined;

function product(): Promise<Product> {
  running ??= startProduct({
    ADMIN_SECOND_FACTOR: "required",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
  return running;
}

async function stopProduct(): Promise<void> {
  await (await running)?.stop();
  running = undefined;
}

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => {
  await closeBrowser();
  await stopProduct();
  collector.close();
});

test("an administrator without a required second factor is led to set one up", async () => {
  // A second attempt begins without one, too.
  onTestFailed(stopProduct);
  const { page, context } = await openBrowser({ baseURL: (await product()).url });
  await addAuthenticator(page, context);
  await signIn(page, ADMIN_EMAIL);
  const lead = page.getByRole("heading", { name: "Włącz drugi składnik logowania" });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await lead.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Aplikacja uwierzytelniająca" }).click();
  const { secret, recoveryCode } = await setUpTotp(page, page.getByRole("main"));
  await menu.waitFor();

  await logOut(page);
  await fillSignIn(page, ADMIN_EMAIL);
  // The code that confirmed the app is used up: this is the next one.
  await page.getByLabel("Kod z aplikacji lub kod zapasowy").fill(totpCode(secret, 1));
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await openSecurity(page);
  await page.getByRole("button", { name: "Wyłącz" }).click();
  const turningOff = page.getByRole("dialog", { name: "Wyłączyć aplikację uwierzytelniającą?" });
  await turningOff.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await turningOff.getByLabel("Kod z aplikacji lub kod zapasowy").fill(recoveryCode);
  await turningOff.getByRole("button", { name: "Wyłącz" }).click();

  // The running session, too, can do nothing else any more.
  await lead.waitFor();
  await page.getByRole("button", { name: "Klucz dostępu" }).click();
  await page.getByLabel("Nazwa klucza").fill("Komputer w biurze");
  await page.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Dodaj klucz dostępu" }).click();
  await menu.waitFor();
  await logOut(page);
  await fillSignIn(page, ADMIN_EMAIL);
  await page.getByRole("alert").getByText("Zaloguj się kluczem dostępu").waitFor();
  await page.getByRole("button", { name: "Użyj klucza dostępu" }).click();
  await page.waitForURL("**/dashboard**");
});

test("a booking is one trace, from the request to the e-mail", async () => {
  const { url } = await product();
  let requestId = "";
  try {
    let token = "";
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${url}/api${path}`, {
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
    const inbox = `${url}/dev/inbox.json?${new URLSearchParams({ to: "nauczyciel@demo.pl", wait: "25" })}`;
    await expect
      .poll(async () => (await fetch(inbox)).text(), { timeout: 30_000, interval: 500 })
      .toMatch(/Nowa rezerwacja/);
    requestId = booked;
  } finally {
    // Ending, each process sends what it has not sent yet.
    await stopProduct();
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
