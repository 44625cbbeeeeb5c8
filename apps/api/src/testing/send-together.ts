import { BATCH_MAX } from "@korki/domain";
import { send, type WireCall } from "./endpoints";

/** Characters of the address or body of a batch; more than one call of the product's own takes. */
const BATCH_LENGTH = 9_000;
/** Requests under way at once; a batch counts as many as it has calls. */
const AT_ONCE = 32;

export type Answer = { status: number; text: string };

/** A call within a batch of tRPC: its input as JSON text, where it has one. */
type Part = { procedure: string; input: string | null };

/** Calls that one request makes, by their places among all. */
type Group = { places: number[]; parts: Part[]; length: number; like: WireCall };

/**
 * Sends calls of one caller, many at once, and returns their answers in the same order. Calls of tRPC that are
 * well-formed JSON go in batches: each is answered as it would be alone, and they share a request.
 */
export async function sendTogether(
  origin: string,
  calls: readonly WireCall[],
  token: string | null,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const wave of wavesOf(groupsOf(calls))) {
    await Promise.all(
      wave.map(async (group) => {
        const got = await sendGroup(origin, group, token);
        for (const [at, place] of group.places.entries()) answers[place] = got[at] as Answer;
      }),
    );
  }
  return answers;
}

function groupsOf(calls: readonly WireCall[]): Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const [place, call] of calls.entries()) {
    const part = partOf(call);
    const length = part ? encodeURIComponent(part.input ?? "").length + part.procedure.length : 0;
    const kind = `${call.method} ${call.cookie}`;
    const group = open.get(kind);
    if (part && group && group.parts.length < BATCH_MAX && group.length + length <= BATCH_LENGTH) {
      group.places.push(place);
      group.parts.push(part);
      group.length += length;
      continue;
    }
    const fresh = { places: [place], parts: part ? [part] : [], length, like: call };
    groups.push(fresh);
    if (part) open.set(kind, fresh);
  }
  return groups;
}

/** The call as a batch has it; null where it can only come alone. */
function partOf({ method, path, body, key }: WireCall): Part | null {
  const [address = "", query = ""] = path.split("?");
  if (!address.startsWith("/trpc/") || key !== undefined) return null;
  const procedure = address.slice("/trpc/".length);
  const input = method === "GET" ? new URLSearchParams(query).get("input") : textOf(body);
  return input === null || isJson(input) ? { procedure, input } : null;
}

function textOf(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* wavesOf(groups: readonly Group[]): Generator<Group[]> {
  let wave: Group[] = [];
  let size = 0;
  for (const group of groups) {
    if (size + group.places.length > AT_ONCE) {
      yield wave;
      wave = [];
      size = 0;
    }
    wave.push(group);
    size += group.places.length;
  }
  yield wave;
}

async function sendGroup(origin: string, { parts, like }: Group, token: string | null): Promise<Answer[]> {
  if (parts.length < 2) return [await send(origin, like, token)];
  const procedures = parts.map(({ procedure }) => procedure).join();
  const given = parts.flatMap(({ input }, at) => (input === null ? [] : [`"${at}":${input}`]));
  const inputs = `{${given.join()}}`;
  const path = `/trpc/${procedures}?batch=1`;
  const { cookie } = like;
  const { status, text } = await send(
    origin,
    like.method === "GET"
      ? { method: "GET", path: `${path}&input=${encodeURIComponent(inputs)}`, cookie }
      : { method: "POST", path, body: inputs, cookie },
    token,
  );
  const outcomes: unknown = JSON.parse(text);
  if (!Array.isArray(outcomes) || outcomes.length !== parts.length)
    throw new Error(`a batch was answered by ${status} ${text.slice(0, 200)}`);
  return outcomes.map((outcome) => ({
    status: outcome.error?.data?.httpStatus ?? 200,
    text: JSON.stringify(outcome),
  }));
}
