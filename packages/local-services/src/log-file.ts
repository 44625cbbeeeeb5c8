import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
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

  /** Appends. What cannot be written, on a full disk, is lost: the program that wrote it goes on. */
  write(chunk: Uint8Array): void {
    try {
      if (this.#size > MAX_BYTES) this.#rotate();
      writeSync(this.#descriptor, chunk);
      this.#size += chunk.length;
    } catch {
      // Nobody could be told: this is where it would be written.
    }
  }

  #rotate(): void {
    // It is gone if a rotation ended between its two steps.
    if (existsSync(this.file)) renameSync(this.file, `${this.file}.1`);
    const next = openSync(this.file, "a", 0o600);
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#size = 0;
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
