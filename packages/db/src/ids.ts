import { v7 } from "uuid";

/** A new identifier: UUIDv7, so that ids grow with time and indexes stay compact (decisions §1). */
export function newId(): string {
  return v7();
}
