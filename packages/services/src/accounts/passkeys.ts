import type { AddPasskeyInput, PasskeyRow } from "@korki/contracts/account-security";
import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  deletePasskey,
  endSessions,
  insertPasskey,
  listPasskeys,
  newId,
  type Passkey,
  spendChallenge,
  transact,
  violates,
} from "@korki/db";
import { fullName, PASSKEYS_MAX } from "@korki/domain";
import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { getCentre } from "../centre/get-centre";
import type { ActorCtx, Services } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { recordHistory } from "../history";
import { withIdempotencyKey } from "../with-idempotency-key";
import { makeChallenge, readChallenge } from "./challenge";
import { reauthenticate } from "./reauthenticate";
import { recordSecurityEvent } from "./security-events";

/** The site that passkeys are for: the public address's host. */
export function relyingParty({ settings }: Services): { id: string; origin: string } {
  return {
    id: new URL(settings.publicUrl).hostname,
    origin: settings.publicUrl,
  };
}

/** The caller's passkeys, oldest first. */
export async function listOwnPasskeys(ctx: ActorCtx): Promise<PasskeyRow[]> {
  return (await listPasskeys(ctx.db, ctx.actor.id)).map(toRow);
}

/** Returns what the browser needs to make a passkey. Throws `unauthenticated` for a wrong password. */
export async function startPasskey(
  ctx: ActorCtx,
  { password }: { password: string },
): Promise<PublicKeyCredentialCreationOptionsJSON & { rp: { id: string; name: string } }> {
  const { id: userId } = ctx.actor;
  const { email, name, surname } = await reauthenticate(ctx, password);
  const own = await listPasskeys(ctx.db, userId);
  if (own.length >= PASSKEYS_MAX) throw conflict(accountSecurityTexts.passkeysFull);
  const { id: rpID } = relyingParty(ctx);
  const { name: rpName } = await getCentre(ctx);
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    userDisplayName: fullName({ name, surname }),
    challenge: makeChallenge({ authSecret: ctx.settings.authSecret, for: `add|${userId}`, now: ctx.now() }),
    attestationType: "none",
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options, rp: { id: rpID, name: rpName } };
}

/**
 * Adds the passkey that the browser created and ends every other session, which never proved it. Throws `input` if it
 * does not answer one of our challenges.
 */
export async function addPasskey(ctx: ActorCtx, { name, response }: AddPasskeyInput): Promise<PasskeyRow> {
  const { id: userId, sessionId } = ctx.actor;
  const made = await verifyRegistration(ctx, response);
  const { credential, challenge, expiresAt } = made;
  const at = ctx.now();
  const passkey: Passkey = {
    id: newId(),
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((transport) => /^[\w-]{1,30}$/.test(transport)),
    name,
    createdAt: at,
    lastUsedAt: null,
  };
  try {
    await transact(ctx.db, async (tx) => {
      if (!(await spendChallenge(tx, challenge, expiresAt))) throw conflict(commonTexts.changedMeanwhile);
      await insertPasskey(tx, passkey);
      await endSessions(tx, { userId, except: sessionId }, at);
      await recordSecurityEvent(tx, ctx, { userId, kind: "passkey-added", at });
      await recordHistory(tx, ctx, {
        entity: "account",
        entityId: userId,
        action: "add-passkey",
        changes: {},
      });
    });
  } catch (error) {
    throw violates(error, "passkeys_credential_id_key") ? conflict(accountSecurityTexts.passkeyKnown) : error;
  }
  return toRow(passkey);
}

async function verifyRegistration(ctx: ActorCtx, response: AddPasskeyInput["response"]) {
  const { id: rpID, origin } = relyingParty(ctx);
  const made = { challenge: "", expiresAt: new Date(0) };
  const purpose = { authSecret: ctx.settings.authSecret, for: `add|${ctx.actor.id}`, now: ctx.now() };
  const transports = response.response.transports as AuthenticatorTransport[];
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports } },
    expectedChallenge(challenge) {
      const expiresAt = readChallenge(purpose, challenge);
      if (!expiresAt) return false;
      Object.assign(made, { challenge, expiresAt });
      return true;
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    ctx.log.warn({ reason: String(error) }, "a passkey's registration was refused");
    return null;
  });
  if (!verified?.verified) throw passkeyInvalid();
  return { ...made, credential: verified.registrationInfo.credential };
}

/**
 * Removes one of the caller's passkeys. Throws `unauthenticated` for a wrong password, and `not_found`.
 *
 * @param key the caller's `Idempotency-Key`: the same key removes once, and needs the password each time
 */
export async function removePasskey(
  ctx: ActorCtx,
  { id, password }: { id: string; password: string },
  key: string | null,
): Promise<void> {
  const { id: userId } = ctx.actor;
  await reauthenticate(ctx, password);
  // The hash that recognises the request is no place for a password.
  const request = { operation: "removePasskey", input: { id } };
  await transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, key, request, async () => {
      if (!(await deletePasskey(tx, { id, userId }))) throw notFound();
      await recordSecurityEvent(tx, ctx, { userId, kind: "passkey-removed" });
      await recordHistory(tx, ctx, {
        entity: "account",
        entityId: userId,
        action: "remove-passkey",
        changes: {},
      });
      return {};
    }),
  );
}

function passkeyInvalid() {
  return invalidInput(accountSecurityTexts.passkeyInvalid);
}

function toRow({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRow {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
