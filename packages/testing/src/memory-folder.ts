import { accessSync, constants, statfsSync } from "node:fs";
import { freemem } from "node:os";

/** Linux keeps what lies here in memory. */
const FOLDER = "/dev/shm";
/** What all tests together keep at a time is less than half of it. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Returns a folder for short-lived files that never reach a disk; null where the machine has none, or too little room in
 * it or in its memory. A container has 64 MB there unless it is told otherwise.
 */
export function memoryFolder(): string | null {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize > ROOM_BYTES && freemem() > ROOM_BYTES ? FOLDER : null;
  } catch {
    return null;
  }
}
