import { hash, verify } from "@node-rs/argon2";
import { beforeEach, expect, test, vi } from "vitest";
import { makePerson, PASSWORD, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { login } from "./login";
import { hashPassword } from "./password";
import { register } from "./register";
import { requestRecovery } from "./reset-password";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const services = await openTestServices({ RATE_LIMIT_SCALE: "1000" });
const visitor = visitorCtx(services);
beforeEach(() => {
  vi.mocked(hash).mockClear();
  vi.mocked(verify).mockClear();
});

const COST = "$argon2id$v=19$m=19456,t=2,p=1$";

test("a login verifies one hash of one cost, whether there is an account, a password or access", async () => {
  const [known, disabled, invited] = [
    await makePerson(services, "Student"),
    await makePerson(services, "Student", { isDisabled: true }),
    await makePerson(services, "Parent"),
  ];
  const { user } = services.db.prisma;
  const passwordHash = await hashPassword(visitor, PASSWORD);
  await user.updateMany({ where: { id: { in: [known.id, disabled.id] } }, data: { passwordHash } });
  await user.update({ where: { id: invited.id }, data: { passwordHash: null } });
  const addresses = [known.email, disabled.email, invited.email, "nikt@example.pl"];
  for (const [at, email] of addresses.entries()) {
    await expect(login(visitor, { email, password: "Niepoprawne1" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(verify).toHaveBeenCalledTimes(at + 1);
    expect(vi.mocked(verify).mock.lastCall?.[0]).toContain(COST);
  }
});

test("a registration makes one hash, whether the address is new or known", async () => {
  const { email } = await makePerson(services, "Student");
  const typed = { name: "Jan", surname: "Nowak", role: "Student", phone: "+48600100200" } as const;
  const password = { password: "Korepetycje1", passwordConfirmation: "Korepetycje1" };
  await register(visitor, { ...typed, ...password, email });
  expect(hash).toHaveBeenCalledTimes(1);
  await register(visitor, { ...typed, ...password, email: "nowy@example.pl" });
  expect(hash).toHaveBeenCalledTimes(2);
});

test("a recovery sends no mail itself: it leaves that in the outbox for the worker", async () => {
  const { email } = await makePerson(services, "Student");
  for (const address of [email, "nikt@example.pl"]) await requestRecovery(visitor, { email: address });
  const waiting = await services.db.prisma.notification.findMany({ where: { kind: "account-recovery" } });
  expect(waiting.map(({ status }) => status)).toEqual(["pending"]);
});
