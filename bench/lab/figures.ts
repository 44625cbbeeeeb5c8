/** Returns the value below which this share (0–1) of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats rows as columns of equal width: the first one left-aligned, figures right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  "),
    )
    .join("\n");
}

/** Returns seconds with one decimal. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Prints figures line by line and checks them. A failed check makes the exit code 1. */
export class Verdict {
  #failed = false;

  constructor(title?: string) {
    if (title) console.log(`\n${title}\n${"=".repeat(title.length)}`);
  }

  /** Prints a figure without a check. */
  figure(label: string, value: string | number): void {
    console.log(`${label.padEnd(70, " .")} ${value}`);
  }

  /** Prints a figure and checks it. */
  must(label: string, value: string | number, holds: boolean, expected: string): void {
    this.#failed ||= !holds;
    this.figure(label, `${value}   ${holds ? "ok" : "FAILED"} (${expected})`);
  }

  /** Says whether all checks passed; what has failed before, an error of the lab among it, stays failed. */
  end(): void {
    this.#failed ||= Boolean(process.exitCode);
    console.log(this.#failed ? "\nFAILED" : "\nall checks passed");
    process.exitCode = this.#failed ? 1 : 0;
  }
}
