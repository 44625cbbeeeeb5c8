import { newId } from "@korki/db";
import type { Services } from "@korki/services";
import { makeChallenge } from "@korki/services/accounts/challenge";
import { encryptSecret } from "@korki/services/accounts/factor-secrets";
import { Authenticator } from "@korki/services/testing/authenticator";
import { type Person, signIn } from "@korki/services/testing/people";
import { generateSync } from "otplib";

/** A person's means of signing in, with answers that are valid now. */
export type SecurityFixture = {
  otherSessionId: string;
  /** A code of the authenticator in force, which is also the one that is being set up. */
  code: string;
  passkeyId: string;
  /** An event that can still be undone. */
  eventId: string;
  /** What the person's browser would answer to fresh options. */
  addedPasskey(): unknown;
  passkeyLogin(): unknown;
};

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export async function makeSecurityOf(services: Services, person: Person): Promise<SecurityFixture> {
  const { db, settings, now } = services;
  const { authSecret, publicUrl } = settings;
  const { id: userId } = person;
  const kept = new Authenticator(publicUrl);
  const secret = encryptSecret(authSecret, userId, SECRET);
  const { isDisabled } = await db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const passkeyId = newId();
  await db.prisma.totpFactor.create({
    data: { userId, secret, confirmedAt: now(), pendingSecret: secret, pendingAt: now() },
  });
  await db.prisma.passkey.create({
    data: {
      id: passkeyId,
      userId,
      credentialId: kept.credentialId.toString("base64url"),
      publicKey: kept.publicKey,
      counter: 0,
      name: "Laptop",
      createdAt: now(),
    },
  });
  const eventId = newId();
  const event = { id: eventId, userId, createdAt: now() };
  await db.prisma.securityEvent.create({ data: { ...event, kind: "new-device" } });
  await db.prisma.oneTimeLink.create({
    data: { ...event, kind: "not-me", expiresAt: new Date(now().getTime() + 3_600_000) },
  });
  const challenge = (purpose: string) =>
    Buffer.from(makeChallenge({ authSecret, for: purpose, now: now() })).toString("base64url");
  return {
    otherSessionId: isDisabled ? newId() : (await signIn(services, person)).sessionId,
    code: generateSync({ secret: SECRET, epoch: Math.floor(now().getTime() / 1000) }),
    passkeyId,
    eventId,
    addedPasskey: () => new Authenticator(publicUrl).create(challenge(`add|${userId}`)),
    passkeyLogin: () => kept.get(challenge("login")),
  };
}
