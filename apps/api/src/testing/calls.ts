import { newId } from "@korki/db";
import type { Role } from "@korki/domain";
import { POLICY, type Reach, type Rule, type Thing } from "../../policy";
import { REST_ROUTES } from "../rest/routes";
import { procedureOf, procedurePaths } from "../trpc/procedures";
import { SAMPLE_REST_CALLS } from "./sample-rest-calls";
import { SAMPLE_INPUTS } from "./sample-trpc-calls";
import type { CallerName, Exhibit, World } from "./world";

/** A request as it goes over the wire. */
export type WireCall = { method: string; path: string; body?: unknown };

/** One door to one procedure, and how a good call through it looks. */
export type Door = {
  /** e.g. `tRPC lessons.book` or `PUT /student/reserve_lesson` */
  name: string;
  procedure: string;
  rule: Rule;
  about: Thing | undefined;
  /** Who may come by this door at all; null: the procedure alone decides. */
  roles: readonly Role[] | null;
  /** Whether an answer in 3xx means that it went well, and where it leads then. */
  redirect: string | null;
  call(world: World, id: string, caller: CallerName): WireCall;
};

/** Every door of the product but the subscriptions, which the websocket alone has. */
export function allDoors(): Door[] {
  return [...trpcDoors(), ...restDoors()];
}

function trpcDoors(): Door[] {
  return procedurePaths()
    .filter((procedure) => procedureOf(procedure).type !== "subscription")
    .map((procedure) => {
      const rule = ruleOf(procedure);
      const sample = SAMPLE_INPUTS[procedure];
      if (!sample) throw new Error(`sample-trpc-calls.ts has no input for ${procedure}`);
      const isQuery = procedureOf(procedure).type === "query";
      return {
        name: `tRPC ${procedure}`,
        procedure,
        rule,
        about: rule.about,
        roles: null,
        redirect: null,
        call: (world, id, caller) => trpcCall(procedure, isQuery, sample(world, id, caller)),
      };
    });
}

function trpcCall(procedure: string, isQuery: boolean, input: unknown): WireCall {
  const path = `/trpc/${procedure}`;
  if (!isQuery) return { method: "POST", path, body: input };
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return { method: "GET", path: path + query };
}

function restDoors(): Door[] {
  return REST_ROUTES.map(({ method, path, procedure, roles, redirect }) => {
    const name = `${method} ${path}`;
    const rule = ruleOf(procedure);
    const sample = SAMPLE_REST_CALLS[name];
    if (!sample) throw new Error(`sample-rest-calls.ts has no call for ${name}`);
    return {
      name,
      procedure,
      rule,
      about: sample.about ?? rule.about,
      roles: roles ?? null,
      redirect: redirect?.succeeded ?? null,
      call(world, id, caller) {
        const { params = {}, query = {}, body } = sample.parts(world, id, caller);
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
          encodeURIComponent(params[key] ?? ""),
        );
        const search = new URLSearchParams(query).toString();
        return { method, path: `/api${filled}${search && `?${search}`}`, body };
      },
    };
  });
}

function ruleOf(procedure: string): Rule {
  const rule = POLICY[procedure];
  if (!rule) throw new Error(`policy.ts has no rule for ${procedure}`);
  return rule;
}

/** Sends a call as somebody, with nothing but a bearer header to say who. */
export async function send(
  origin: string,
  { method, path, body }: WireCall,
  token: string | null,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; location: string | null }> {
  const answer = await fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
}

export function tokenOf(world: World, caller: CallerName): string | null {
  return caller === "visitor" ? null : world.people[caller].token;
}

/** Somebody for whom a good call through this door succeeds. */
export function welcomeCaller(world: World, { rule, roles, about }: Door): CallerName {
  if ("anyone" in rule) return "visitor";
  const found = (["student", "teacher", "admin", "parent"] as const).find((caller) => {
    const { role } = world.people[caller];
    if (roles && !roles.includes(role)) return false;
    const reach = "signedIn" in rule ? rule.signedIn : (rule as Partial<Record<Role, Reach>>)[role];
    if (reach === undefined || reach === "own-409") return false;
    return about ? reaches(reach, world.things[about], caller) : true;
  });
  if (!found) throw new Error("the policy lets nobody in");
  return found;
}

/** Whether a caller's reach goes as far as this thing. */
export function reaches(reach: Reach, { own, related }: Exhibit, caller: CallerName): boolean {
  if (reach === "any" || reach === "yes") return true;
  return (reach === "related" ? related : own).includes(caller);
}

/** The id that a good call names; a fresh one where it names nothing. */
export function thingId(world: World, { about }: Door): string {
  return about ? world.things[about].id : newId();
}
