import { billTexts } from "@korki/contracts/texts/bills";
import { type Executor, isBookingStopped } from "@korki/db";
import { conflict, type ServiceError } from "../errors";

/** Returns the refusal while bookings of who pays for a student are stopped for an unpaid bill (rules §32). */
export function bookingStopped(): ServiceError {
  return conflict(billTexts.stopped);
}

/** Throws `bookingStopped` where that is so. */
export async function requireBookingAllowed(on: Executor, studentId: string): Promise<void> {
  if (await isBookingStopped(on, studentId)) throw bookingStopped();
}
