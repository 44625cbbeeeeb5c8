import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const api = await openTestApi({ PUBLIC_URL: "https://korki.example" });

/** One of every kind of answer: page, file, refusal, redirect, document, calendar, figures. */
test.each([
  ["GET", "/"],
  ["GET", "/auth"],
  ["GET", "/assets/there-is-none.js"],
  ["GET", "/healthz"],
  ["GET", "/readyz"],
  ["GET", "/metrics"],
  ["GET", "/api/openapi.json"],
  ["GET", "/api/docs/"],
  ["GET", "/api/there-is-none"],
  ["GET", "/api/student/lessons"],
  ["GET", "/api/user/confirm/not-a-token"],
  ["GET", "/api/calendar/not-a-key.ics"],
  ["POST", "/api/user/login"],
  ["GET", "/trpc/centre.info"],
  ["GET", "/trpc/there.is.none"],
  ["DELETE", "/trpc/centre.info"],
  ["GET", "/%E0%A4%A"],
])("%s %s is guarded against what a browser could be talked into", async (method, path) => {
  const { headers } = await fetch(api.origin + path, { method, redirect: "manual" });
  const policy = headers.get("content-security-policy") ?? "";
  const directives = new Map(policy.split(";").map((each) => [each.split(" ")[0], each] as const));
  expect(directives.get("default-src")).toBe("default-src 'self'");
  expect(directives.get("script-src")).toBe("script-src 'self'");
  expect(directives.get("object-src")).toBe("object-src 'none'");
  expect(directives.get("base-uri")).toBe("base-uri 'none'");
  expect(directives.get("frame-ancestors")).toBe("frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("permissions-policy")).toMatch(/camera=\(\).*microphone=\(\)/);
  expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
  expect(headers.has("x-powered-by")).toBe(false);
  expect(headers.has("access-control-allow-origin")).toBe(false);
});

test.each([
  ["/lekcja/0190000a-0000-7000-8000-000000000001/sala", true],
  ["/lekcja/0190000a-0000-7000-8000-000000000001", false],
  ["/dashboard/zajecia", false],
  ["/lekcja/a/sala/b", false],
])("the page %s may use camera, microphone and screen: %s", async (path, may) => {
  const { headers } = await fetch(api.origin + path);
  const policy = headers.get("permissions-policy") ?? "";
  for (const feature of ["camera", "microphone", "display-capture"])
    expect(policy.split(", ")).toContain(`${feature}=(${may ? "self" : ""})`);
  expect(policy).toContain("geolocation=()");
});

test.each(["GET", "HEAD"])("%s: a broken escape is answered like an unknown address", async (method) => {
  const ask = async (path: string) => {
    const answer = await fetch(api.origin + path, { method });
    return [answer.status, answer.headers.get("content-type"), await answer.text()];
  };
  const unknown = await ask("/there-is-none");
  for (const path of ["/100%", "/regen_pass/%", "/%E0%A4%A"]) expect(await ask(path)).toEqual(unknown);
  expect((await ask("/api/user/confirm/%")).slice(0, 2)).toEqual([400, "application/json; charset=utf-8"]);
});
