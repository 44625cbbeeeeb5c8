import { billTexts } from "@korki/contracts/texts/bills";
import { type Executor, isBookingStopped } from "@korki/db";
import { conflict } from "../errors";

/** Throws `conflict` while bookings of who pays for a student are stopped for an unpaid bill (rules §32). */
export async function requireBookingAllowed(on: Executor, studentId: string): Promise<void> {
  if (await isBookingStopped(on, studentId)) throw conflict(billTexts.stopped);
}
