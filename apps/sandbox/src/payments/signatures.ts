import { createHash } from "node:crypto";

/** Returns Przelewy24's checksum: SHA-384 of the fields as JSON, in their order, with the CRC key at the end. */
export function checksum(fields: object, crc: string): string {
  return createHash("sha384")
    .update(JSON.stringify({ ...fields, crc }))
    .digest("hex");
}
