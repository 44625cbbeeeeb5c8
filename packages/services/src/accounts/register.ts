import type { RegisterInput } from "@korki/contracts/account";
import {
  findCredentials,
  insertAccount,
  newId,
  type Registration,
  setUnconfirmedPassword,
  type Tx,
  transact,
} from "@korki/db";
import { recordRegistrationConsents, requireRegistrationConsents } from "../consents/documents";
import type { Ctx } from "../context";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { mailLink } from "./mail-link";
import { hashPassword } from "./password";
import { assertStrongPassword } from "./password-strength";
import { withMinimumDuration } from "./steady-time";

/**
 * A visitor makes an account, which works once its address is confirmed. The answer is the same, after the same
 * time, whether the address is new or has an account: whose address it is learns it by e-mail (rules §3).
 * Throws `rate_limited` after too many registrations from one place or of one address.
 */
export async function register(ctx: Ctx, input: RegisterInput): Promise<void> {
  await ctx.limits.consume("registration", ctx.address);
  await ctx.limits.consume("registrationEmail", input.email);
  await requireRegistrationConsents(ctx, input.role, input.consents ?? []);
  await withMinimumDuration(async () => {
    const { email, password, role, name, surname, phone } = input;
    assertStrongPassword(password, input);
    const registration = { role, name, surname, phone, passwordHash: await hashPassword(ctx, password) };
    await transact(ctx.db, async (tx) => {
      const userId = await openAccount(tx, ctx, email, registration);
      if (userId) {
        await recordRegistrationConsents(tx, ctx, userId, input.consents ?? []);
        await mailLink(tx, ctx, { userId, kind: "confirm-email", registration });
      } else await tellOwner(tx, ctx, email, registration);
    });
  });
}

/** The new account's id; null where the address has one already. The unique index settles a race. */
async function openAccount(
  tx: Tx,
  ctx: Ctx,
  email: string,
  registration: Registration,
): Promise<string | null> {
  const id = newId();
  if (!(await insertAccount(tx, { id, email, ...registration, createdAt: ctx.now() }))) return null;
  const { role } = registration;
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: id,
    action: "register",
    changes: { role: { from: null, to: role } },
  });
  return id;
}

/**
 * An address that already has an account. While it is unconfirmed, nobody owns it: each registration gets its own
 * link, and the account takes the data of the registration whose link is opened.
 */
async function tellOwner(tx: Tx, ctx: Ctx, email: string, registration: Registration): Promise<void> {
  const account = await findCredentials(tx, email);
  if (!account || account.isDisabled) return;
  const userId = account.id;
  if (account.isConfirmed) {
    await notify(tx, ctx, { kind: "account-exists", to: { userId }, facts: { linkId: null } });
  } else if (account.passwordHash === null) {
    await mailLink(tx, ctx, { userId, kind: "invitation" });
  } else {
    const { passwordHash } = registration;
    await setUnconfirmedPassword(tx, userId, passwordHash);
    await mailLink(tx, ctx, { userId, kind: "confirm-email", registration });
  }
}
