import type { Lesson } from "@korki/contracts/lessons";

/**
 * Returns whether an action of this side concerns both lessons of a double lesson. A student deletes unconfirmed lessons and
 * cancels confirmed ones, so lessons of different statuses are handled one by one (rules §34).
 */
export function actsOnBoth(
  { status, partnerBlock, partnerStatus }: Pick<Lesson, "status" | "partnerBlock" | "partnerStatus">,
  viewer: "Student" | "Teacher",
): boolean {
  if (partnerBlock === null) return false;
  // The previous release does not send the other lesson's status.
  return viewer === "Teacher" || (partnerStatus ?? status) === status;
}
