import type { RegisterInput } from "@korki/contracts/account";
import {
  findCredentials,
  insertAccount,
  insertLoginRequest,
  newId,
  type RegisteredAccount,
  type Registration,
  setUnconfirmedPassword,
  type Tx,
  transact,
} from "@korki/db";
import { CONFIRMATION_LINK_HOURS } from "@korki/domain";
import { requireRegistrationConsents } from "../consents/documents";
import type { Ctx } from "../context";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { linkToken } from "./link-token";
import { mailLink } from "./mail-link";
import { hashPassword } from "./password";
import { assertStrongPassword } from "./password-strength";
import { withMinimumDuration } from "./steady-time";

/** How long the browser that registered keeps its cookie. */
export const REGISTRATION_SECONDS = CONFIRMATION_LINK_HOURS * 3_600;

/**
 * A visitor makes an account, which works once its address is confirmed. The answer is the same, after the same
 * time, whether the address is new or has an account: whose address it is learns it by e-mail (rules §3).
 * Returns what the browser keeps as its cookie: the mail's link confirms and signs in there by itself. Throws
 * `rate_limited` after too many registrations from one place or of one address.
 */
export async function register(ctx: Ctx, input: RegisterInput): Promise<string> {
  await ctx.limits.consume("registration", ctx.address);
  await ctx.limits.consume("registrationEmail", input.email);
  const documentIds = input.consents ?? [];
  await requireRegistrationConsents(ctx, input.role, documentIds);
  const id = newId();
  await withMinimumDuration(async () => {
    const { email, password, role, name, surname, phone } = input;
    assertStrongPassword(password, input);
    const account = { role, name, surname, phone, passwordHash: await hashPassword(ctx, password) };
    const consents = { documentIds, acceptedAt: ctx.now().toISOString() };
    const registration = { ...account, ...(documentIds.length > 0 ? { consents } : {}) };
    await transact(ctx.db, async (tx) => {
      const userId = await openAccount(tx, ctx, email, account);
      const linkId = userId
        ? await mailLink(tx, ctx, { userId, kind: "confirm-email", registration })
        : await tellOwner(tx, ctx, email, registration);
      const expiresAt = new Date(ctx.now().getTime() + REGISTRATION_SECONDS * 1_000);
      await insertLoginRequest(tx, { id, linkId, expiresAt });
    });
  });
  return linkToken(ctx.settings.authSecret, { id });
}

/** The new account's id; null where the address has one already. The unique index settles a race. */
async function openAccount(
  tx: Tx,
  ctx: Ctx,
  email: string,
  account: RegisteredAccount,
): Promise<string | null> {
  const id = newId();
  if (!(await insertAccount(tx, { id, email, ...account, createdAt: ctx.now() }))) return null;
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: id,
    action: "register",
    changes: { role: { from: null, to: account.role } },
  });
  return id;
}

/**
 * An address that already has an account. While it is unconfirmed, nobody owns it: each registration gets its own
 * link, and the account takes the data and the consents of the registration whose link is opened. Returns that link's id;
 * null where the mail brings none that confirms.
 */
async function tellOwner(
  tx: Tx,
  ctx: Ctx,
  email: string,
  registration: Registration,
): Promise<string | null> {
  const account = await findCredentials(tx, email);
  if (!account || account.isDisabled) return null;
  const userId = account.id;
  if (account.isConfirmed) {
    await notify(tx, ctx, { kind: "account-exists", to: { userId }, facts: { linkId: null } });
  } else if (account.passwordHash === null) {
    await mailLink(tx, ctx, { userId, kind: "invitation" });
  } else {
    const { passwordHash } = registration;
    await setUnconfirmedPassword(tx, userId, passwordHash);
    return mailLink(tx, ctx, { userId, kind: "confirm-email", registration });
  }
  return null;
}
