import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password";

const HERE = { address: "127.0.0.1", settings: { rateLimitScale: 1 } };

test("a password is kept as argon2id with 19 MiB and two passes, never the same twice", async () => {
  const [one, two] = await Promise.all([
    hashPassword(HERE, "Korepetycje1"),
    hashPassword(HERE, "Korepetycje1"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  await expect(isPassword("Korepetycje1", one)).resolves.toBe(true);
  await expect(isPassword("korepetycje1", one)).resolves.toBe(false);
});

test("where there is no hash nothing fits", async () => {
  await expect(isPassword("Korepetycje1", null)).resolves.toBe(false);
});
