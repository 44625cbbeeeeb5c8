import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { FILE_ROUTES } from "../http/file-routes";
import { openTestApi } from "../testing/test-api";
import { openApiDocument } from "./openapi";
import { REST_ROUTES } from "./routes";

const FILES = Object.values(FILE_ROUTES);

test("the document is valid OpenAPI 3.1", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(openApiDocument(REST_ROUTES, FILES)),
    config: await createConfig({
      extends: ["recommended"],
      // Tags are the first step of a path and say no more than it does.
      rules: { "tag-description": "off" },
    }),
  });
  // A link of older e-mails only leads elsewhere.
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([
    "#/paths/~1user~1confirm~1{token}/get/responses: Operation must have at least one `2XX` response.",
  ]);
});

test("every operation has a unique id and its roles", () => {
  const { paths } = openApiDocument(REST_ROUTES, FILES) as {
    paths: Record<string, Record<string, { operationId: string; summary: string; description: string }>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  expect(operations).toHaveLength(REST_ROUTES.length + FILES.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.every(({ description }) => /^For \w/.test(description))).toBe(true);
  expect(operations.filter(({ summary }) => summary.includes("`"))).toEqual([]);
});

test("files are described by their types", () => {
  const { paths } = openApiDocument(REST_ROUTES, FILES) as {
    paths: Record<string, Record<string, { responses: object; requestBody?: object; security?: object[] }>>;
  };
  const picture = "/lesson/{lessonId}/board/picture";
  expect(paths["/bill/{id}/pdf"]?.get?.responses).toHaveProperty(["200", "content", "application/pdf"]);
  expect(paths["/calendar/{key}.ics"]?.get).toMatchObject({ security: [] });
  expect(paths[`${picture}/{pictureId}`]?.get?.responses).toHaveProperty(["200", "content", "image/webp"]);
  expect(paths[picture]?.put?.requestBody).toHaveProperty(["content", "image/png"]);
});

test("no number is bounded by the largest integer there is", () => {
  expect(JSON.stringify(openApiDocument(REST_ROUTES, FILES))).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test("every call says in which ways it may fail, and whether it can do without a body", () => {
  const { paths } = openApiDocument(REST_ROUTES, FILES) as {
    paths: Record<string, Record<string, { responses: object; requestBody?: { required: boolean } }>>;
  };
  const ways = ["400", "401", "403", "404", "409", "410", "413", "429", "500", "503"];
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(item)) {
      const done = method === "get" && path === "/user/confirm/{token}" ? "302" : "200";
      expect([path, Object.keys(responses)]).toEqual([path, [done, ...ways]]);
    }
  }
  const needsBody = (path: string) => Object.values(paths[path] ?? {})[0]?.requestBody?.required;
  expect(["/user/login", "/user/refresh", "/user/logout"].map(needsBody)).toEqual([true, false, false]);
});

test("the page and its document are served, and load nothing from another host", async () => {
  const { origin } = await openTestApi();
  const document = await fetch(`${origin}/api/openapi.json`);
  expect(await document.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/api" }] });
  for (const address of ["/api/docs", "/api/docs/"]) {
    const page = await fetch(origin + address, { redirect: "manual" });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const text = await page.text();
    expect(text).not.toMatch(/https?:\/\//);
    const loaded = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file);
    expect(loaded).toEqual(["/api/docs/docs.css", "/api/docs/docs.js", "/api/openapi.json"]);
  }
  for (const file of ["docs.js", "docs.css"]) {
    const answer = await fetch(`${origin}/api/docs/${file}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(/https?:\/\//);
  }
});

test("the document is compressed once, and not sent again to who has it", async () => {
  const { origin } = await openTestApi();
  const first = await fetch(`${origin}/api/openapi.json`);
  expect(first.headers.get("content-encoding")).toBe("gzip");
  expect(await first.json()).toMatchObject({ openapi: "3.1.0" });
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${origin}/api/openapi.json`, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const plain = await fetch(`${origin}/api/openapi.json`, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
});
