// `pnpm bench fuzz [requests] [seed]`: malformed and valid calls of every tRPC procedure, of every operation of the
// product's own OpenAPI document, and of odd addresses, as a visitor and as every role, against the running API. No
// response may be a 5xx, reveal a secret or the implementation, or have another error shape than its endpoint's;
// exits with 1 otherwise. The database is restored every few hundred requests, so that there is data to hit.

import type { CallerName } from "@korki/api/testing/callers";
import { allEndpoints, type Endpoint, resourceId, tokenOf } from "@korki/api/testing/endpoints";
import { type Fixtures, makeFixtures } from "@korki/api/testing/fixtures";
import { oddCalls } from "@korki/api/testing/odd-input";
import { takeSnapshot } from "@korki/api/testing/snapshot";
import { signAccessToken } from "@korki/services";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { testSettings } from "@korki/testing/settings";
import { type Chance, chanceOf } from "./lab/fuzz/chance";
import { type ApiDocument, DescribedCalls } from "./lab/fuzz/described-calls";
import { oddEnvelope } from "./lab/fuzz/envelopes";
import type { Shot } from "./lab/fuzz/shot";
import { Storm } from "./lab/fuzz/storm";
import { inLab, type Lab, SECRET } from "./lab/lab";
import { labServices } from "./lab/services";

/** One of everything, and everybody with a session, in a lab's database: what the API's own tests call it with. */
function makeLabFixtures(lab: Lab): Promise<Fixtures> {
  const settings = testSettings({ AUTH_SECRET: SECRET, DATA_DIR: lab.dataDir });
  return makeFixtures(labServices(lab.db, { settings, payments: new FakeProvider() }));
}

/** Returns a token of the same session for another 15 minutes; null stays null. */
async function freshBearer(token: string | null): Promise<string | null> {
  const [, payload = ""] = (token ?? "").split(".");
  if (payload === "") return null;
  const { sub, sid } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, string>;
  return signAccessToken(SECRET, { userId: sub ?? "", sessionId: sid ?? "" }, new Date());
}

const REQUESTS = Number(process.argv[2] ?? 120_000);
const SEED = Number(process.argv[3] ?? 20_261_121);
/** Requests between two restorations of the database. */
const ROUND = 480;

/** Who sends how much of it, in percent. */
const SHARES: readonly (readonly [CallerName, number])[] = [
  ["visitor", 14],
  ["parent", 8],
  ["student", 24],
  ["teacher", 24],
  ["admin", 24],
  ["disabled", 6],
];

await inLab({ lessons: 200, teachers: 4, students: 20, messages: 200 }, async (lab) => {
  const api = await lab.startApi("api");
  const fixtures = await makeLabFixtures(lab);
  const snapshot = await takeSnapshot(lab.db);
  const described = (await (await fetch(`${api.origin}/api/openapi.json`)).json()) as ApiDocument;
  const storm = new Storm(api.origin, [
    SECRET,
    new URL(lab.databaseUrl).password,
    lab.dataDir,
    process.cwd(),
    "$argon2",
  ]);
  for (const [caller, percent] of SHARES) {
    const chance = chanceOf(SEED + percent + caller.length);
    const shots = shotsOf(fixtures, caller, described, chance);
    const upTo = storm.sent + Math.round((REQUESTS * percent) / 100);
    while (storm.sent < upTo) {
      await snapshot.restore();
      const bearer = await freshBearer(tokenOf(fixtures, caller));
      await storm.round(caller, Math.min(ROUND, upTo - storm.sent), bearer, shots);
    }
  }
  storm.report(`seed ${SEED}`, api.process.tail());
});

/** An endless mix of shots by one caller: half by the procedures' samples, the rest by the document and envelopes. */
function shotsOf(fixtures: Fixtures, caller: CallerName, described: ApiDocument, chance: Chance): () => Shot {
  const endpoints = allEndpoints();
  const open = endpoints.filter((endpoint) => maySend(endpoint, fixtures, caller));
  const ids = [
    ...Object.values(fixtures.resources).map(({ id }) => id),
    ...Object.values(fixtures.people).map(({ id }) => id),
  ];
  const calls = new DescribedCalls(described, ids, chance);
  const odd = new Map<Endpoint, Iterator<{ method: string; path: string; body?: unknown }>>();
  const good = (endpoint: Endpoint) => wire(endpoint.call(fixtures, resourceId(fixtures, endpoint), caller));
  return () => {
    const kind = chance.next();
    if (kind < 0.35) return calls.next();
    const endpoint = chance.pick(chance.happens(0.9) && open.length > 0 ? open : endpoints);
    if (kind < 0.5) return oddEnvelope(good(endpoint), chance);
    const next = odd.get(endpoint)?.next();
    if (next && !next.done) return wire(next.value);
    // Once through: from the beginning again, with a good call first.
    odd.set(
      endpoint,
      oddCalls(endpoint.call(fixtures, resourceId(fixtures, endpoint), caller), endpoint.takes),
    );
    return good(endpoint);
  };
}

function maySend({ access, roles }: Endpoint, { people }: Fixtures, caller: CallerName): boolean {
  if (access.open) return true;
  if (caller === "visitor") return false;
  const { role } = people[caller];
  return (roles?.includes(role) ?? true) && role in access.scopes;
}

function wire({ method, path, body }: { method: string; path: string; body?: unknown }): Shot {
  if (body === undefined) return { method, path, headers: {} };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { method, path, headers: { "content-type": "application/json" }, body: text };
}
