import type { Role } from "@korki/domain";
import { type Database, type Executor, rowsOf } from "./client";
import { newId } from "./ids";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** What a link in an e-mail is for. */
export const LINK_KINDS = ["confirm-email", "reset-password", "invitation", "not-me", "login"] as const;
/** A link that connects a messenger's chat is shown on the settings' screen, not mailed. */
export type LinkKind = (typeof LINK_KINDS)[number] | "telegram";

/** What a registration typed for the account; the password as its hash. */
export type RegisteredAccount = {
  role: Role;
  name: string;
  surname: string;
  phone: string;
  passwordHash: string;
};

/** Documents that were accepted with a registration, and when, as an ISO instant. */
export type RegistrationConsents = { documentIds: string[]; acceptedAt: string };

/** A registration as its link keeps it, with consents where any were given. */
export type Registration = RegisteredAccount & { consents?: RegistrationConsents };

export type NewLink = {
  userId: string;
  kind: LinkKind;
  now: Date;
  expiresAt: Date;
  /** For `confirm-email`. */
  registration?: Registration;
};

/** Returns the new link's id, from which its token is computed. */
export async function insertLink(tx: Tx, link: NewLink): Promise<string> {
  const { userId, kind, now, expiresAt, registration } = link;
  const id = newId();
  await tx.oneTimeLink.create({
    data: { id, userId, kind, createdAt: now, expiresAt, ...(registration ? { registration } : {}) },
  });
  return id;
}

/** A link that may still be opened: neither used nor voided nor expired, unless `used` allows the first. */
export type LiveLink<K extends LinkKind = LinkKind> = {
  id: string;
  userId: string;
  kind: K;
  createdAt: Date;
  isUsed: boolean;
  registration: Registration | null;
  user: {
    role: Role;
    name: string;
    surname: string;
    email: string;
    isConfirmed: boolean;
    isDisabled: boolean;
  };
};

/** @param kinds what the link has to be for */
export async function findLiveLink<K extends LinkKind>(
  on: Executor,
  id: string,
  options: { kinds: readonly K[]; now: Date; usable: "once" | "again" },
): Promise<LiveLink<K> | null> {
  const { kinds, now, usable } = options;
  const row = await rowsOf(on).oneTimeLink.findFirst({
    where: {
      id,
      kind: { in: [...kinds] },
      voidedAt: null,
      expiresAt: { gt: now },
      ...(usable === "once" ? { usedAt: null } : {}),
    },
    include: { user: true },
  });
  if (!row) return null;
  const { name, surname, email, isDisabled } = row.user;
  return {
    id,
    userId: row.userId,
    kind: row.kind as K,
    createdAt: row.createdAt,
    isUsed: row.usedAt !== null,
    registration: row.registration as Registration | null,
    user: {
      role: row.user.role as Role,
      name,
      surname,
      email: email ?? "",
      isDisabled,
      isConfirmed: row.user.emailConfirmedAt !== null,
    },
  };
}

/**
 * Returns what that registration of an unconfirmed account typed whose password has this hash; null where its links
 * were deleted.
 */
export async function findRegistration(
  on: Executor,
  userId: string,
  passwordHash: string,
): Promise<Registration | null> {
  const registration = { path: ["passwordHash"], equals: passwordHash };
  const row = await rowsOf(on).oneTimeLink.findFirst({
    where: { userId, kind: "confirm-email", registration },
    select: { registration: true },
  });
  return row && (row.registration as Registration);
}

/** Uses a link up; false where another was faster, or it was voided or expired meanwhile. */
export async function spendLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.oneTimeLink.updateMany({
    where: { id, usedAt: null, voidedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Erases what others typed with an account's address: from its confirmation on the account is its owner's. */
export async function forgetRegistrations(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`UPDATE one_time_links SET registration = NULL
         WHERE user_id = ${userId} AND kind = 'confirm-email' AND registration IS NOT NULL`,
  );
}

/** Makes an account's unused links of these kinds worthless. */
export async function voidLinks(
  tx: Tx,
  userId: string,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<void> {
  await tx.oneTimeLink.updateMany({
    where: { userId, kind: { in: [...kinds] }, usedAt: null, voidedAt: null },
    data: { voidedAt: now },
  });
}

/** Notes a browser that asked for a link to sign in; `linkId` null where the address has none. */
export async function insertLoginRequest(
  tx: Tx,
  request: { id: string; linkId: string | null; expiresAt: Date },
): Promise<void> {
  await tx.loginRequest.create({ data: request, select: { id: true } });
}

/** Returns the link of a browser's request; null for an unknown or expired request. */
export async function findLoginRequest(
  on: Executor,
  id: string,
  now: Date,
): Promise<{ linkId: string | null } | null> {
  return rowsOf(on).loginRequest.findFirst({
    where: { id, expiresAt: { gt: now } },
    select: { linkId: true },
  });
}

/** Counts one more try of a code; false where `max` were made or the request has expired. */
export async function countLoginTry(
  db: Database,
  id: string,
  { max, now }: { max: number; now: Date },
): Promise<boolean> {
  const { count } = await db.prisma.loginRequest.updateMany({
    where: { id, expiresAt: { gt: now }, tries: { lt: max } },
    data: { tries: { increment: 1 } },
  });
  return count === 1;
}
