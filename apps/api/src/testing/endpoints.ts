import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { newId } from "@korki/db";
import type { Role } from "@korki/domain";
import type { z } from "zod";
import type { RestRoute } from "../rest/route";
import { REST_ROUTES } from "../rest/routes";
import { type Access, accessOf, type Resource, type Scope } from "../trpc/access";
import { type ProcedurePath, procedureOf, procedurePaths } from "../trpc/procedures";
import { type CallerName, type Fixture, hasRight, isNamedBy } from "./callers";
import type { Fixtures } from "./fixtures";
import { sampleInput, sampleParts } from "./samples";

/** A request as it goes over the wire. */
export type WireCall = {
  method: string;
  path: string;
  body?: unknown;
  cookie?: string | undefined;
  /** The `Idempotency-Key`. */
  key?: string;
};

/** The schemas of what an endpoint takes: tRPC's input or REST's body, and REST's query. */
export type Takes = { input?: z.ZodType | undefined; query?: z.ZodType | undefined };

/** One way to call a procedure, and how a good call looks there. */
export type Endpoint = {
  /** e.g. `tRPC lessons.book` or `PUT /student/reserve_lesson` */
  name: string;
  procedure: ProcedurePath;
  access: Access;
  about: Resource | undefined;
  /** The roles that this endpoint admits; null: the procedure alone decides. */
  roles: readonly Role[] | null;
  /** The REST route; undefined for tRPC. */
  route?: RestRoute;
  takes: Takes;
  call(fixtures: Fixtures, id: string, caller: CallerName): WireCall;
};

/** Returns every endpoint of the product but the subscriptions, which the websocket alone has. */
export function allEndpoints(): Endpoint[] {
  return [...trpcEndpoints(), ...REST_ROUTES.map(restEndpoint)];
}

function trpcEndpoints(): Endpoint[] {
  return procedurePaths()
    .filter((procedure) => procedureOf(procedure).type !== "subscription")
    .map((procedure) => {
      const { type, meta, input } = procedureOf(procedure);
      return {
        name: `tRPC ${procedure}`,
        procedure,
        access: accessOf(meta),
        about: meta.about,
        roles: null,
        takes: { input },
        call: (fixtures, id, caller) => ({
          ...trpcCall(procedure, type === "query", sampleInput(procedure, fixtures, id, caller)),
          cookie: cookieFor(procedure, fixtures),
        }),
      };
    });
}

function trpcCall(procedure: string, isQuery: boolean, input: unknown): WireCall {
  const path = `/trpc/${procedure}`;
  if (!isQuery) return { method: "POST", path, body: input };
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return { method: "GET", path: path + query };
}

function restEndpoint(route: RestRoute): Endpoint {
  const { method, path, procedure, roles = null } = route;
  const { meta } = procedureOf(procedure);
  const about = route.about ?? meta.about;
  return {
    name: `${method} ${path}`,
    procedure,
    access: accessOf(meta),
    about,
    roles,
    route,
    takes: { input: route.body, query: route.query },
    call(fixtures, id, caller) {
      const { params, query = {}, body } = sampleParts(route, about, fixtures, id, caller);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(params?.[key] ?? id),
      );
      const given = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, value);
      const search = given.toString();
      const cookie = cookieFor(procedure, fixtures);
      return { method, path: `/api${filled}${search && `?${search}`}`, body, cookie };
    },
  };
}

/** A link to sign in works in the browser that asked for it. */
function cookieFor(procedure: ProcedurePath, { tokens }: Fixtures): string | undefined {
  return procedure.startsWith("account.loginBy") ? `loginRequest=${tokens.loginRequest}` : undefined;
}

/** Connections are kept: tens of thousands of calls go over them. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends a call with nothing but a bearer header to say who calls. By `node:http`: `fetch` took a fifth of the CPU of
 * the tests that call every endpoint.
 */
export function send(
  origin: string,
  { method, path, body, cookie, key }: WireCall,
  token: string | null,
  more: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    ...(text === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () => {
        const { statusCode: status = 0, headers: got } = answer;
        resolve({ status, text: Buffer.concat(parts).toString(), headers: got });
      });
    });
    sent.once("error", reject);
    sent.end(text);
  });
}

export function tokenOf(fixtures: Fixtures, caller: CallerName): string | null {
  return caller === "visitor" ? null : fixtures.people[caller].token;
}

/** Returns a caller for whom a valid call to this endpoint succeeds. */
export function welcomeCaller(fixtures: Fixtures, endpoint: Endpoint): CallerName {
  const found = findWelcomeCaller(fixtures, endpoint);
  if (!found) throw new Error("nobody may call this endpoint");
  return found;
}

/** The endpoints that somebody may call in the state in which the fixtures are: no room is open, for example. */
export function callableEndpoints(fixtures: Fixtures): Endpoint[] {
  return allEndpoints().filter((endpoint) => findWelcomeCaller(fixtures, endpoint) !== null);
}

function findWelcomeCaller(fixtures: Fixtures, { access, roles, about }: Endpoint): CallerName | null {
  if (access.open) return "visitor";
  const candidates = ["student", "teacher", "admin", "parent", "bookingParent", "payingParent"] as const;
  const found = candidates.find((caller) => {
    const { role } = fixtures.people[caller];
    if (roles && !roles.includes(role)) return false;
    const scope = access.scopes[role];
    if (scope === undefined || scope.endsWith("-409")) return false;
    if (access.right && !hasRight(caller, access.right)) return false;
    return about ? reaches(scope, fixtures.resources[about], caller) : true;
  });
  return found ?? null;
}

/** Returns whether a caller's scope includes this resource. */
export function reaches(scope: Scope, fixture: Fixture, caller: CallerName): boolean {
  if (scope === "any" || scope === "any-409" || scope === "yes") return true;
  return isNamedBy(scope === "related" ? fixture.related : fixture.own, caller);
}

/** Returns the id that a good call names; a fresh one where it names nothing. */
export function resourceId(fixtures: Fixtures, { about }: Endpoint): string {
  return about ? fixtures.resources[about].id : newId();
}
