import type { Role } from "@korki/domain";
import type { Database, Tx } from "./client";

/** The secret part of a person's calendar address; null while there is none. */
export async function findCalendarKey(db: Database, userId: string): Promise<string | null> {
  const row = await db.prisma.user.findUnique({ where: { id: userId }, select: { calendarKey: true } });
  return row?.calendarKey ?? null;
}

/** Sets the key where there is none, and answers with the one that is there now. */
export async function keepCalendarKey(tx: Tx, userId: string, fresh: string): Promise<string> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, calendarKey: null },
    data: { calendarKey: fresh },
  });
  if (count === 1) return fresh;
  const { calendarKey } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { calendarKey: true },
  });
  return calendarKey ?? fresh;
}

export async function forgetCalendarKey(tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { calendarKey: null } });
}

/** Whose calendar a key opens; null for an unknown key and for a disabled account. */
export async function findCalendarOwner(
  db: Database,
  key: string,
): Promise<{ id: string; role: Role } | null> {
  const { rows } = await db.pool.query<{ id: string; role: Role }>({
    name: "calendar-owner",
    text: "SELECT id, role FROM users WHERE calendar_key = $1 AND NOT is_disabled",
    values: [key],
  });
  return rows[0] ?? null;
}
