import { insertSession, newId } from "@korki/db";
import type { Role } from "@korki/domain";
import { signAccessToken } from "../accounts/access-token";
import { makeRefreshToken } from "../accounts/refresh-token";
import type { ActorCtx, Ctx, Services } from "../context";

/** The password of everybody whom `makePerson` makes, and its argon2id hash: of the least cost, for it guards nothing. */
export const PASSWORD = "Korepetycje1";
const PASSWORD_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$EdMzHaw5gz1PHz+sCG/p/w$esakEfxbn7NZDB9FkDktIe+Fow/kjm/7kQtyodAVNTY";

export type Person = { id: string; role: Role; email: string; name: string; surname: string };

type Details = {
  email?: string;
  name?: string;
  surname?: string;
  phone?: string;
  isDisabled?: boolean;
  isConfirmed?: boolean;
};

let made = 0;

/** An account that works, with a name and an address of its own where none is given. */
export async function makePerson(services: Services, role: Role, details: Details = {}): Promise<Person> {
  made += 1;
  const { isConfirmed = true, ...given } = details;
  const person = {
    id: newId(),
    role,
    email: `${role.toLowerCase()}${made}@example.pl`,
    name: "Anna",
    surname: `Kowalska ${made}`,
    phone: "+48600100200",
    ...given,
  };
  await services.db.prisma.user.create({
    data: {
      ...person,
      passwordHash: PASSWORD_HASH,
      emailConfirmedAt: isConfirmed ? services.now() : null,
    },
  });
  const { id, email, name, surname } = person;
  return { id, role, email, name, surname };
}

/** A caller without a session. */
export function visitorCtx(services: Services, address = "127.0.0.1"): Ctx {
  return { ...services, actor: null, address };
}

/** A person at work, as a use case sees them; no session is kept in the database. */
export function personCtx(services: Services, { id, role }: Pick<Person, "id" | "role">): ActorCtx {
  return { ...services, actor: { id, role, sessionId: newId() }, address: "127.0.0.1" };
}

/** Begins a session and returns its tokens. The access token is what a bearer header carries. */
export async function signIn(
  services: Services,
  { id: userId }: Pick<Person, "id">,
): Promise<{ accessToken: string; refreshToken: string; sessionId: string }> {
  const now = services.now();
  const sessionId = newId();
  const { token: refreshToken, row } = makeRefreshToken(now);
  const proof = { passwordHash: PASSWORD_HASH, hasTotp: null };
  const session = { id: sessionId, userId, ...proof, device: "", token: row, now };
  if (!(await insertSession(services.db, session))) throw new Error("this account cannot log in");
  const accessToken = await signAccessToken(services.settings.authSecret, { userId, sessionId }, now);
  return { accessToken, refreshToken, sessionId };
}
