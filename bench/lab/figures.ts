/** The value below which this share (0–1) of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Lines of equal columns: the first one to the left, figures to the right. */
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

/** What was found, line by line, and whether it is as it has to be; a failure makes the exit code 1. */
export class Verdict {
  #failed = false;

  /** A figure without a judgement. */
  figure(label: string, value: string | number): void {
    console.log(`${label.padEnd(70, " .")} ${value}`);
  }

  /** A figure that has to be so. */
  must(label: string, value: string | number, holds: boolean, expected: string): void {
    this.#failed ||= !holds;
    this.figure(label, `${value}   ${holds ? "ok" : "FAILED"} (${expected})`);
  }

  end(): void {
    console.log(this.#failed ? "\nFAILED" : "\nall as it has to be");
    process.exitCode = this.#failed ? 1 : 0;
  }
}
