import { timingSafeEqual } from "node:crypto";
import { accountTexts } from "@korki/contracts/texts/account";
import {
  clearPassword,
  confirmAccount,
  countLoginTry,
  findCredentials,
  findLiveLink,
  findLoginRequest,
  forgetRegistrations,
  insertLink,
  insertLoginRequest,
  type LiveLink,
  lockAccountOf,
  newId,
  spendLink,
  type Tx,
  transact,
  voidLinks,
} from "@korki/db";
import { LOGIN_CODE_TRIES, LOGIN_LINK_MINUTES } from "@korki/domain";
import type { Ctx } from "../context";
import { invalidInput, ServiceError } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { beginSession, type SignedIn } from "./begin-session";
import { linkToken, loginCode, readLinkToken } from "./link-token";
import { logSignIn, type SignInAttempt } from "./log-sign-in";
import { mailLink } from "./mail-link";
import { withMinimumDuration } from "./steady-time";

/** How long the browser that asked keeps its cookie. */
export const LOGIN_REQUEST_SECONDS = LOGIN_LINK_MINUTES * 60;

/**
 * Mails a link that signs in (rules §38). A newer link ends the older. The mail to an administrator, and to an account with
 * a second factor, says that this does not work there. Returns, after the same time for every address, what the asking
 * browser keeps as its cookie. Throws `rate_limited` as recovery does.
 */
export async function requestLoginLink(ctx: Ctx, { email }: { email: string }): Promise<string> {
  await ctx.limits.consume("loginLink", ctx.address);
  await ctx.limits.consume("loginLinkEmail", email);
  const id = newId();
  await withMinimumDuration(() =>
    transact(ctx.db, async (tx) => {
      const now = ctx.now();
      const expiresAt = new Date(now.getTime() + LOGIN_LINK_MINUTES * 60_000);
      await insertLoginRequest(tx, { id, linkId: await mailLoginLink(tx, ctx, email, expiresAt), expiresAt });
    }),
  );
  return linkToken(ctx.settings.authSecret, { id });
}

async function mailLoginLink(tx: Tx, ctx: Ctx, email: string, expiresAt: Date): Promise<string | null> {
  const account = await lockAccountOf(tx, email);
  if (!account || account.isDisabled) return null;
  const { id: userId } = account;
  const now = ctx.now();
  await voidLinks(tx, userId, ["login"], now);
  if (account.role === "Admin" || account.hasFactor) {
    await notify(tx, ctx, { kind: "account-login-link-refused", to: { userId }, facts: {} });
    return null;
  }
  const linkId = await insertLink(tx, { userId, kind: "login", now, expiresAt });
  await notify(tx, ctx, { kind: "account-login-link", to: { userId }, facts: { linkId } });
  return linkId;
}

/**
 * Signs in by a link, in the browser that asked for it. Throws `gone` for a link that is used, old, ended or none, and
 * `conflict` with a `code` in every other browser: the one that asked takes it.
 *
 * @param request the asking browser's cookie
 */
export async function loginByLink(
  ctx: Ctx,
  { token, request }: { token: string; request: string | undefined },
): Promise<SignedIn> {
  const attempt: SignInAttempt = { method: "link" };
  return logSignIn(ctx, attempt, async () => {
    const { authSecret } = ctx.settings;
    const linkId = readLinkToken(authSecret, token);
    const link = linkId === null ? null : await findOpenLink(ctx, linkId);
    if (!link) throw gone();
    attempt.userId = link.userId;
    const asked = await requestOf(ctx, request);
    if (asked?.linkId !== link.id) {
      const code = loginCode(authSecret, link);
      throw new ServiceError("conflict", accountTexts.loginElsewhere, undefined, { code });
    }
    return enter(ctx, link);
  });
}

/**
 * Signs in by the code that the link's page shows in another browser. Throws `input` for a wrong code, and `gone` after five
 * tries, for a browser that asked for nothing and for the code of a link that is used, old or ended.
 */
export async function loginByCode(
  ctx: Ctx,
  { code, request }: { code: string; request: string | undefined },
): Promise<SignedIn> {
  const attempt: SignInAttempt = { method: "link" };
  return logSignIn(ctx, attempt, () =>
    withMinimumDuration(async () => {
      const { authSecret } = ctx.settings;
      const id = request === undefined ? null : readLinkToken(authSecret, request);
      const asked = await requestOf(ctx, request);
      if (id === null || !asked) throw gone();
      if (!(await countLoginTry(ctx.db, id, { max: LOGIN_CODE_TRIES, now: ctx.now() }))) throw gone();
      const { linkId } = asked;
      if (linkId === null || !isSame(code, loginCode(authSecret, { id: linkId })))
        throw invalidInput(accountTexts.loginCodeWrong);
      const link = await findOpenLink(ctx, linkId);
      if (!link) throw gone();
      attempt.userId = link.userId;
      return enter(ctx, link);
    }),
  );
}

/** Spends the link, confirms the address that it proves, and begins a session. */
async function enter(ctx: Ctx, { id, userId, user }: LiveLink): Promise<SignedIn> {
  const { email } = user;
  const account = await findCredentials(ctx.db, email);
  // A factor or a role that came since the mail was sent.
  if (!account || account.role === "Admin" || account.hasTotp || account.hasPasskey) throw gone();
  const isSpent = await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    if (!(await spendLink(tx, id, now))) return false;
    if (await confirmAccount(tx, userId, {}, now)) {
      await forgetRegistrations(tx, userId);
      // Anybody may have registered the address: what they chose must not open its owner's account.
      const passwordRemoved = await clearPassword(tx, userId);
      if (passwordRemoved) await mailLink(tx, ctx, { userId, kind: "reset-password", passwordRemoved });
      await recordHistory(tx, ctx, {
        entity: "account",
        entityId: userId,
        action: "confirm-email",
        changes: { isConfirmed: { from: false, to: true } },
      });
    }
    return true;
  });
  const begun =
    isSpent &&
    (await beginSession(ctx, { userId, email, passwordHash: null, hasTotp: false, method: "password" }));
  if (!begun) throw gone();
  return begun;
}

async function findOpenLink(ctx: Ctx, id: string): Promise<LiveLink | null> {
  const link = await findLiveLink(ctx.db, id, { kinds: ["login"], now: ctx.now(), usable: "once" });
  return link && !link.user.isDisabled ? link : null;
}

/** Returns what the browser with this cookie asked for; null if it asked for nothing. */
async function requestOf(ctx: Ctx, cookie: string | undefined): Promise<{ linkId: string | null } | null> {
  const id = cookie === undefined ? null : readLinkToken(ctx.settings.authSecret, cookie);
  return id === null ? null : findLoginRequest(ctx.db, id, ctx.now());
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function gone(): ServiceError {
  return new ServiceError("gone", accountTexts.loginLinkOver);
}
