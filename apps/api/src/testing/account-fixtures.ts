import { createECDH, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type LinkKind, newId } from "@korki/db";
import type { Services } from "@korki/services";
import { linkToken, loginCode, readLinkToken } from "@korki/services/accounts/link-token";
import { makePerson, type Person } from "@korki/services/testing/people";
import { type Callers, ofNobody, PERSON_NAMES, type PersonName } from "./callers";
import { makeSecurityOf, type SecurityFixture } from "./security-fixtures";

/** One that can be withdrawn, and one that was used. */
export async function openInvitation({ db, now }: Services, { student, admin }: Callers) {
  const expiresAt = new Date(now().getTime() + 3_600_000);
  const make = async (email: string, usedAt: Date | null) => {
    const data = { id: newId(), studentId: student.id, email, invitedById: admin.id, expiresAt, usedAt };
    return (await db.prisma.parentInvitation.create({ data })).id;
  };
  return { id: await make("czeka@example.pl", null), deletedId: await make("byla@example.pl", now()) };
}

export async function makeInvitation({ db, now, settings }: Services, { student, admin }: Callers) {
  const id = newId();
  const expiresAt = new Date(now().getTime() + 3_600_000);
  const email = "nowa.mama@example.pl";
  await db.prisma.parentInvitation.create({
    data: { id, studentId: student.id, email, invitedById: admin.id, expiresAt },
  });
  return linkToken(settings.authSecret, { id });
}

export async function makeSecurity(
  services: Services,
  people: Callers,
): Promise<Record<PersonName, SecurityFixture>> {
  const made: Partial<Record<PersonName, SecurityFixture>> = {};
  for (const name of PERSON_NAMES) made[name] = await makeSecurityOf(services, people[name]);
  return made as Record<PersonName, SecurityFixture>;
}

export async function makeLink(
  { db, now, settings }: Services,
  { id: userId }: Person,
  kind: LinkKind,
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(now().getTime() + 3_600_000);
  await db.prisma.oneTimeLink.create({ data: { id, userId, kind, createdAt: now(), expiresAt } });
  return linkToken(settings.authSecret, { id });
}

/** A link to sign in, the cookie of the browser that asked for it, and its code. */
export async function makeLoginLink(services: Services) {
  const { db, now, settings } = services;
  const login = await makeLink(services, await makePerson(services, "Student"), "login");
  const linkId = readLinkToken(settings.authSecret, login) ?? "";
  const request = { id: newId(), linkId, expiresAt: new Date(now().getTime() + 900_000) };
  await db.prisma.loginRequest.create({ data: request });
  const loginRequest = linkToken(settings.authSecret, request);
  return { login, loginRequest, loginCode: loginCode(settings.authSecret, { id: linkId }) };
}

export async function makeTelegramCode({ db, now }: Services): Promise<string> {
  const code = "12345678";
  const expiresAt = new Date(now().getTime() + 600_000);
  await db.prisma.telegramCode.create({
    data: { id: newId(), chatId: "777000", code, createdAt: now(), expiresAt },
  });
  return code;
}

/** Returns the address of a server that answers whatever is asked. */
export async function serveAlways(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A device of the teacher, at a push service that takes every message. */
export async function makeDevice(services: Services, { teacher }: Callers): Promise<string> {
  const pushService = await serveAlways((response) => response.writeHead(201).end());
  const pair = createECDH("prime256v1");
  const session = await services.db.prisma.session.findFirstOrThrow({
    where: { userId: teacher.id, endedAt: null },
  });
  const device = await services.db.prisma.pushSubscription.create({
    data: {
      id: newId(),
      userId: teacher.id,
      sessionId: session.id,
      endpoint: `${pushService}/telefon`,
      p256dh: pair.generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
      name: "Chrome, Android",
      publicKey: services.settings.push?.publicKey ?? "",
    },
  });
  return device.id;
}

/** One that stands, and one that has ended. */
export async function makeGuardianships(services: Services, { seeingParent, formerParent }: Callers) {
  const find = async (parentId: string) =>
    (await services.db.prisma.guardianship.findFirstOrThrow({ where: { parentId } })).id;
  return ofNobody(await find(seeingParent.id), await find(formerParent.id));
}
