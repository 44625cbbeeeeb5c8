// `pnpm bench money/families [families=50] [months=12] [steps=2] [seed=1]`: random families, month by month, through the
// real use cases with a clock that moves on: weekly and fortnightly lessons, closures, moves, price changes, months of five
// Mondays, lessons that expire, two payers, transfers, halves, packages, and all three ways to be charged. After each month
// what is due, bills, payments and the ledger are recounted. Exits with 1 on a difference of a złoty.
import { playFamilies } from "@korki/services/testing/family-months";
import { seconds, table, Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";

const [families = 50, months = 12, steps = 2, seed = 1] = process.argv.slice(2).map(Number);

await inLab(null, async (lab) => {
  const began = performance.now();
  const play = { families, months, steps, callers: 2, together: 5, seed };
  const { faults, done, refused, bills, received, recounts } = await playFamilies(lab.databaseUrl, play);
  console.log(
    table([["what was done", "times"], ...Object.entries(done).map(([step, n]) => [step, `${n}`])]),
  );
  const verdict = new Verdict(`${families} families, ${months} months`);
  verdict.figure("took", seconds(performance.now() - began));
  verdict.figure(
    "steps done",
    Object.values(done).reduce((sum, n) => sum + n, 0),
  );
  verdict.figure("steps refused", refused);
  verdict.figure("bills", bills);
  verdict.figure("złoty received", received);
  verdict.figure("months of students recounted", recounts);
  for (const fault of faults.slice(0, 20)) console.log(fault);
  verdict.must("differences", faults.length, faults.length === 0, "0");
  verdict.end();
});
