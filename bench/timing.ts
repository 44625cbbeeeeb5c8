// `pnpm bench timing [samples]`: whether the time of an answer tells if an address has an account. Login with a wrong
// password, recovery and registration, each for an address that is known and one that is not, in turns, one at a time.
// The figure is the chance that of one answer of each kind the slower one is the known address': a half is a coin's
// toss. Ends with 1 where it is further from a half than chance explains.
import { randomUUID } from "node:crypto";
import { percentile, table, Verdict } from "./lab/figures";
import { inLab } from "./lab/lab";

const SAMPLES = Number(process.argv[2] ?? 300);
/** Standard errors from a half that chance alone passes once in 15,000 runs. */
const SURE = 4;
/** Shares closer to a half than this need thousands of answers to tell one address, beyond every limit. */
const HARMLESS = 0.05;

/** A call for an address, known or not. */
type Asked = { name: string; path: string; body: (email: string) => object };

const ASKED: readonly Asked[] = [
  {
    name: "login, wrong password",
    path: "/api/user/login",
    body: (email) => ({ email, password: "Niepoprawne1" }),
  },
  { name: "recovery", path: "/api/user/regen_password", body: (email) => ({ email }) },
  {
    name: "registration",
    path: "/api/user/create",
    body: (email) => ({
      name: "Jan",
      surname: "Nowak",
      email,
      password: "Korepetycje1",
      passwordConfirmation: "Korepetycje1",
      userType: "Student",
      phone: "+48600100200",
    }),
  },
];

await inLab({ lessons: 1_000, teachers: 10, students: 2_000, messages: 1_000 }, async (lab) => {
  const { origin } = await lab.startApi("api");
  const { rows: known } = await lab.db.pool.query<{ email: string }>(
    "SELECT email FROM users WHERE role = 'Student' ORDER BY random()",
  );
  const verdict = new Verdict();
  const lines = [["", "known: p50 / p95 ms", "unknown: p50 / p95 ms", "slower is the known one"]];
  for (const { name, path, body } of ASKED) {
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const ask = async (kind: "known" | "unknown", n: number) => {
      const email = kind === "known" ? (known[n % known.length]?.email ?? "") : `${randomUUID()}@example.pl`;
      const began = performance.now();
      const answer = await fetch(origin + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body(email)),
      });
      await answer.text();
      return { kind, ms: performance.now() - began, status: answer.status };
    };
    const statuses = new Set<number>();
    // The first calls compile what they run.
    for (let n = 0; n < 10; n += 1) await Promise.all([ask("known", n), ask("unknown", n)]);
    for (let n = 0; n < SAMPLES; n += 1) {
      for (const kind of n % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
        const { ms, status } = await ask(kind, n + 10);
        times[kind].push(ms);
        statuses.add(status);
      }
    }
    const chance = chanceThatKnownIsSlower(times.known, times.unknown);
    const error = Math.sqrt((2 * SAMPLES + 1) / (12 * SAMPLES * SAMPLES));
    lines.push([name, ...[times.known, times.unknown].map(spread), `${(100 * chance).toFixed(1)} %`]);
    const isFair = Math.abs(chance - 0.5) <= Math.max(HARMLESS, SURE * error);
    verdict.must(`${name}: one status for both`, [...statuses].join(", "), statuses.size === 1, "one");
    verdict.must(`${name}: chance that the known one is slower`, chance.toFixed(3), isFair, "about 0.5");
  }
  console.log(`\n${SAMPLES} of each\n${table(lines)}`);
  verdict.end();
});

/**
 * Of all pairs of a known and an unknown address, the share in which the known one took longer (Mann and Whitney's U).
 */
function chanceThatKnownIsSlower(known: readonly number[], unknown: readonly number[]): number {
  let slower = 0;
  for (const a of known) for (const b of unknown) slower += a > b ? 1 : a === b ? 0.5 : 0;
  return slower / (known.length * unknown.length);
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return [0.5, 0.95].map((share) => percentile(sorted, share).toFixed(1)).join(" / ");
}
