import { id } from "@korki/contracts/fields";

/** An id from the address bar; null for anything that is none, so that a mangled link asks nobody for it. */
export function idOrNull(text: string | undefined): string | null {
  const read = id.safeParse(text);
  return read.success ? read.data : null;
}
