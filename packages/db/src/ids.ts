import { v7 } from "uuid";

/** Returns a new identifier: UUIDv7, so that ids grow with time and indexes stay compact (rules §1). */
export function newId(): string {
  return v7();
}
