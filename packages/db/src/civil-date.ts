import type { CivilDate } from "@korki/domain";

/** A civil date as Prisma wants it in a `@db.Date` field: midnight UTC of that day. */
export function toDbDate(date: CivilDate): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** A `@db.Date` field's value as a civil date. */
export function fromDbDate(value: Date): CivilDate {
  return value.toISOString().slice(0, 10);
}
