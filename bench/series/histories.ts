// `pnpm bench series/histories [histories] [first seed]`: random histories of series, closures, moves, substitutes and
// cancellations, each step compared with a simple model (rules §§10–12). Ends with 1 where the two disagree.
import { playSeriesHistory } from "@korki/services/testing/series-history";
import { testSettings } from "@korki/testing/settings";
import { Verdict } from "../lab/figures";
import { inLab } from "../lab/lab";
import { labServices } from "../lab/services";

const HISTORIES = Number(process.argv[2] ?? 1000);
const FIRST_SEED = Number(process.argv[3] ?? 1);
const STEPS = 25;

await inLab(null, async ({ db, dataDir }) => {
  const verdict = new Verdict(`${HISTORIES} random histories of ${STEPS} steps`);
  const services = labServices(db, { settings: testSettings({ DATA_DIR: dataDir }) });
  const sums = new Map<string, { done: number; refused: number }>();
  let off = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
    const { faults, tally } = await playSeriesHistory(services, { seed, steps: STEPS });
    for (const [what, { done, refused }] of tally) {
      const sum = sums.get(what) ?? { done: 0, refused: 0 };
      sums.set(what, { done: sum.done + done, refused: sum.refused + refused });
    }
    if (faults.length > 0) {
      off += 1;
      for (const fault of faults) console.log(fault);
    }
  }
  for (const [what, { done, refused }] of sums) verdict.figure(what, `${done} done, ${refused} refused`);
  verdict.must("histories that differ from the model", off, off === 0, "0");
  verdict.end();
});
