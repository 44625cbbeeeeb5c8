import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import path from "node:path";

const MAX_BYTES = 20 * 1024 * 1024;

/** Appends output to a file. Above 20 MB it is rotated to `<file>.1`, of which one is kept. */
export class LogFile {
  readonly #from: number;
  #size: number;
  #descriptor: number;

  constructor(readonly file: string) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (sizeOf(file) > MAX_BYTES) renameSync(file, `${file}.1`);
    this.#size = sizeOf(file);
    this.#from = this.#size;
    this.#descriptor = openSync(file, "a", 0o600);
  }

  /** The descriptor for a child that writes to the file itself. */
  get descriptor(): number {
    return this.#descriptor;
  }

  write(chunk: Uint8Array): void {
    if (this.#size > MAX_BYTES) {
      closeSync(this.#descriptor);
      renameSync(this.file, `${this.file}.1`);
      this.#descriptor = openSync(this.file, "a", 0o600);
      this.#size = 0;
    }
    writeSync(this.#descriptor, chunk);
    this.#size += chunk.length;
  }

  /** Returns the last lines written since this was opened. */
  tail(lines = 20): string {
    const text = readFileSync(this.file)
      .subarray(Math.min(this.#from, sizeOf(this.file)))
      .toString("utf8");
    return text.trimEnd().split("\n").slice(-lines).join("\n");
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
