import type { Lesson } from "@korki/contracts/lessons";

/**
 * Whether an act of this side concerns both of a double lesson. A student deletes what is not confirmed and cancels what is,
 * so that hours of different statuses go one by one (rules §34).
 */
export function actsOnBoth(
  { status, partnerBlock, partnerStatus }: Pick<Lesson, "status" | "partnerBlock" | "partnerStatus">,
  viewer: "Student" | "Teacher",
): boolean {
  if (partnerBlock === null) return false;
  // A server of the version before does not say the other one's status.
  return viewer === "Teacher" || (partnerStatus ?? status) === status;
}
