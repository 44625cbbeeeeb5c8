import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Random bytes of one id; many are drawn at once, because a drawing costs more than an id's making. */
const BYTES = 16;
const pool = Buffer.alloc(256 * BYTES);
let drawn = pool.length;
/** The newest id's millisecond, and its count within it. */
let msecs = 0;
let seq = 0;

/**
 * A new identifier: UUIDv7, so that ids grow with time and indexes stay compact (decisions §1). Of one process's ids,
 * each is greater than the one before.
 */
export function newId(): string {
  const random = drawBytes();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = random.readUInt32BE(0) >>> 1;
  } else {
    // Of 32 bits; where they are used up, the next millisecond is taken.
    seq = (seq + 1) >>> 0;
    if (seq === 0) msecs += 1;
  }
  return v7({ random, msecs, seq });
}

function drawBytes(): Buffer {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += BYTES;
  return pool.subarray(drawn - BYTES, drawn);
}
