import { Verdict } from "../../lab/figures";

/** What a drill found, under its title. */
export class Report extends Verdict {
  constructor(title: string) {
    super();
    console.log(`\n${title}\n${"=".repeat(title.length)}`);
  }
}

/** Seconds with one decimal. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
