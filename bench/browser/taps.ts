// `pnpm bench browser/taps [part of a name]`: every job of a visitor, family, teacher and administrator in a demo, in the
// shortest way from the person's first screen. Counts taps (clicks, drags, links of mails) and typed fields, and compares
// the taps with the best peer's. A choice from a list of the browser's own is two taps. Screens that one scrolls are told
// apart.
import { Verdict } from "../lab/figures";
import { inCentre } from "../lab/taps/centre";
import { DESK_JOBS } from "../lab/taps/desk";
import { FAMILY_JOBS } from "../lab/taps/family";

const [, , part = ""] = process.argv;
const jobs = [...FAMILY_JOBS, ...DESK_JOBS].filter(({ name }) => name.includes(part));
const verdict = new Verdict("Taps from the first screen");

await inCentre(async (centre) => {
  for (const { name, peer, peerTyped, peerName, run } of jobs) {
    const best = `best peer ${figure(peer, peerTyped)}, ${peerName}`;
    try {
      const { taps, typed, scrolled, page } = await run(centre);
      await page.context().close();
      const scrolls = scrolled > 0 ? `, ${scrolled} scrolled` : "";
      verdict.must(name, figure(taps, typed) + scrolls, taps <= peer, best);
    } catch (error) {
      const [what = ""] = String(error).split("\n");
      verdict.must(name, what, false, best);
    }
  }
});
verdict.end();

/** Formats taps and typed fields as `3 + 5 t`. */
function figure(taps: number, typed = 0): string {
  return typed > 0 ? `${taps} + ${typed} t` : String(taps);
}
