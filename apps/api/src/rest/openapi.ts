import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { KEYED_WRITES } from "@korki/contracts/repeatable-writes";
import { commonTexts } from "@korki/contracts/texts/common";
import { wirePage } from "@korki/contracts/wire/query";
import { APP_VERSION, IDEMPOTENCY_KEY_MAX } from "@korki/domain";
import express, { Router } from "express";
import { z } from "zod";
import type { FileRoute } from "../http/file-routes";
import type { ProcedureMeta } from "../trpc/access";
import { procedureOf } from "../trpc/procedures";
import { isCutHere, type RestRoute } from "./route";

type Json = { [key: string]: unknown };

/** Where every route of the table lies. */
const REST_BASE = "/api";

/** What every row of both tables has. */
type AnyRoute = Pick<RestRoute, "method" | "path" | "summary" | "params" | "query">;

/**
 * The OpenAPI 3.1 document of the tables of routes, of those that answer JSON from the schemas that validate the calls
 * (rules §1).
 */
export function openApiDocument(routes: readonly RestRoute[], files: readonly FileRoute[]): Json {
  const paths: Record<string, Json> = {};
  const all: readonly AnyRoute[] = [...routes, ...files];
  const names = variableNames(all);
  const add = (row: AnyRoute, operation: Json) => {
    const path = names.pathOf(row);
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation };
  };
  for (const row of routes) add(row, operationOf(row, names));
  for (const row of files) add(row, fileOperationOf(row, names));
  const tags = [...new Set(all.map(tagOf))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Korki",
      version: APP_VERSION,
      description:
        "The REST interface of the tutoring centre. Amounts are whole złoty, months are 1–12, days are civil " +
        'dates of Europe/Warsaw, and hour blocks are numbered 0–13. A failed call answers `{"error": …}` with ' +
        "a text in Polish.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: REST_BASE }],
    tags: tags.map((name) => ({ name })),
    security: [{ accessToken: [] }],
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The access token that logging in answers with; it lives 15 minutes.",
        },
      },
      schemas: {
        Error: {
          type: "object",
          properties: { error: { type: "string", examples: [commonTexts.notFound] } },
          required: ["error"],
        },
      },
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, description]) => [
          `Failure${status}`,
          {
            description,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
            ...(["429", "503"].includes(status)
              ? {
                  headers: { "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait" } },
                }
              : {}),
          },
        ]),
      ),
    },
  };
}

const FAILURES = {
  400: "Bad input",
  401: "No session, or one that has expired",
  403: "The role may not, or the account is disabled",
  404: "No such thing, or not yours",
  409: "The state does not allow it, or another was faster",
  410: "A link that was used, is too old or was replaced",
  413: "The body is too large",
  429: "Too many attempts",
  500: "A fault of the server",
  503: "The database or a provider is unavailable",
} as const;

/** Any call may fail in each of these ways: even one that is for anybody meets wrong passwords and bad tokens. */
const FAILURE_RESPONSES = Object.fromEntries(
  Object.keys(FAILURES).map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
);

/** How variables of paths are called in the document. */
type VariableNames = { pathOf(row: AnyRoute): string; nameOf(row: AnyRoute, variable: string): string };

/**
 * To OpenAPI two paths that differ in a variable's name alone are one: `{teacherId}` of a GET and `{paymentId}` of a
 * DELETE are written as `{teacherIdOrPaymentId}`.
 */
function variableNames(routes: readonly AnyRoute[]): VariableNames {
  const shapeOf = (path: string) => path.replaceAll(VARIABLE, "{}");
  const variablesOf = (path: string) => [...path.matchAll(VARIABLE)].map(([, name = ""]) => name);
  const nameAt = (path: string, index: number) => {
    const alike = routes.filter((row) => shapeOf(row.path) === shapeOf(path));
    const names = [...new Set(alike.map((row) => variablesOf(row.path)[index] ?? ""))];
    return names.map((name, at) => (at === 0 ? name : `Or${capitalized(name)}`)).join("");
  };
  return {
    pathOf({ path }) {
      let index = -1;
      return path.replaceAll(VARIABLE, () => {
        index += 1;
        return `{${nameAt(path, index)}}`;
      });
    },
    nameOf: ({ path }, variable) => nameAt(path, variablesOf(path).indexOf(variable)),
  };
}

const VARIABLE = /\{(\w+)\}/g;

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function operationOf(row: RestRoute, names: VariableNames): Json {
  const takesIdempotencyKey = row.takesIdempotencyKey ?? KEYED.has(row.procedure);
  return {
    ...describedCall(row, rolesOf(row)),
    ...withParameters(row, names, [
      ...(isCutHere(row) ? parametersIn("query", wirePage) : []),
      ...(takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ]),
    ...(row.body ? { requestBody: requestBodyOf(row.body, row.example) } : {}),
    responses: { 200: okResponse(row), ...FAILURE_RESPONSES },
  };
}

function describedCall(row: AnyRoute, roles: Roles): Json {
  const isOpen = roles === "anyone" || roles === "always";
  return {
    operationId: operationId(row),
    tags: [tagOf(row)],
    // OpenAPI renders Markdown in descriptions alone.
    summary: row.summary.replaceAll("`", ""),
    description: `For ${isOpen ? "anybody" : roles === "signedIn" ? "everybody who is logged in" : roles.join(", ")}.`,
    ...(isOpen ? { security: [] } : {}),
  };
}

function fileOperationOf(row: FileRoute, names: VariableNames): Json {
  const { takes, answers } = row;
  return {
    ...describedCall(row, row.roles),
    ...withParameters(row, names, []),
    ...(takes && {
      requestBody: { required: true, content: Object.fromEntries(takes.map((type) => [type, {}])) },
    }),
    responses: { ...fileResponse(answers), ...FAILURE_RESPONSES },
  };
}

function fileResponse(answers: FileRoute["answers"]): Json {
  if (answers === "redirect") {
    const headers = { Location: { schema: { type: "string" }, description: "The page" } };
    return { 302: { description: "Leads to a page", headers } };
  }
  const content =
    typeof answers === "string" ? { [answers]: {} } : { "application/json": { schema: schemaOf(answers) } };
  return { 200: { description: typeof answers === "string" ? "The file" : "Done", content } };
}

/** A call without a body is one with an empty object. */
function requestBodyOf(body: z.ZodType, example: unknown): Json {
  const media = { schema: schemaOf(body), ...(example === undefined ? {} : { example }) };
  const content = { "application/json": media };
  return { required: !body.safeParse({}).success, content };
}

function okResponse(row: RestRoute): Json {
  const { answer, paged, toPosition } = row;
  const schema = answer ? schemaOf(answer) : { type: "object", additionalProperties: false };
  const headers = {
    "X-Total-Count": { schema: { type: "integer" }, description: "Entries of the whole list" },
    ...((paged || toPosition || isCutHere(row)) && {
      Link: { schema: { type: "string" }, description: 'The next part, where there is one: `rel="next"`' },
    }),
  };
  return {
    description: "Done",
    ...(answer instanceof z.ZodArray && { headers }),
    content: { "application/json": { schema } },
  };
}

const KEYED: ReadonlySet<string> = new Set(KEYED_WRITES);

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "Repeating a call with the same key answers as the first did and changes nothing",
  schema: { type: "string", maxLength: IDEMPOTENCY_KEY_MAX },
};

function withParameters(row: AnyRoute, names: VariableNames, more: readonly Json[]): Json {
  const { params, query } = row;
  const parameters = [
    ...parametersIn("path", params).map((parameter) => ({
      ...parameter,
      name: names.nameOf(row, String(parameter.name)),
    })),
    ...parametersIn("query", query),
    ...more,
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

/** What goes over the wire, before anything is read into it. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      // The bounds of JavaScript's integers are not limits of ours.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}

type Roles = NonNullable<ProcedureMeta["roles"]>;

function rolesOf({ procedure, roles }: RestRoute): Roles {
  return roles ?? procedureOf(procedure).meta.roles ?? [];
}

/** `POST /admin/lesson/{lessonId}` → `postAdminLessonByLessonId`. */
function operationId({ method, path }: AnyRoute): string {
  const words = path
    .replaceAll(/\{(\w+)\}/g, "by/$1")
    .split(/[/_.]/)
    .filter(Boolean);
  return method.toLowerCase() + words.map(capitalized).join("");
}

function tagOf({ path }: AnyRoute): string {
  return path.split(/[/.]/)[1] ?? "";
}

/** `/openapi.json`, and `/docs` to browse it; the page loads nothing from another host. */
export function docsRouter(routes: readonly RestRoute[], files: readonly FileRoute[]): Router {
  // Written when first asked for: it takes 0.3 s, with which no process should begin. Compressed once as well: 14 ms at
  // each call would be everybody's to wait for.
  let written: WrittenDocument | undefined;
  const docs = Router();
  docs.get("/openapi.json", (req, res) => {
    written ??= writeDocument(routes, files);
    const { document, gzipped, etag } = written;
    res.type("json").set({ ETag: etag, "Cache-Control": "no-cache" });
    res.vary("Accept-Encoding");
    if (req.get("if-none-match")?.includes(etag)) return void res.status(304).end();
    if (req.acceptsEncodings("gzip", "identity") !== "gzip") return void res.send(document);
    res.set("Content-Encoding", "gzip").send(gzipped);
  });
  const page = pageDir();
  docs.get("/docs", (_req, res) => void res.sendFile("index.html", { root: page, maxAge: 0 }));
  docs.use("/docs", express.static(page, { index: false, redirect: false, maxAge: 0 }));
  return docs;
}

type WrittenDocument = { document: Buffer; gzipped: Buffer; etag: string };

function writeDocument(routes: readonly RestRoute[], files: readonly FileRoute[]): WrittenDocument {
  const document = Buffer.from(JSON.stringify(openApiDocument(routes, files)));
  const digest = createHash("sha256").update(document).digest("base64url");
  return { document, gzipped: gzipSync(document), etag: `"${digest.slice(0, 27)}"` };
}

/** apps/api/public/api-docs, seen from the bundled server (apps/api/dist) and from its source alike. */
function pageDir(): string {
  let dir = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(dir, "public", "api-docs"))) {
    const parent = path.dirname(dir);
    if (parent === dir) throw new Error("public/api-docs was not found above this file");
    dir = parent;
  }
  return path.join(dir, "public", "api-docs");
}
