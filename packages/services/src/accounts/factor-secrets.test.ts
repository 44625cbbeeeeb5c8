import { expect, test } from "vitest";
import { decryptSecret, encryptSecret, hashRecoveryCode, makeRecoveryCodes } from "./factor-secrets";

const KEY = "k".repeat(32);
const [ANNA, OLA] = ["01980000-0000-7000-8000-000000000001", "01980000-0000-7000-8000-000000000002"] as const;

test("a recovery code has more than 112 random bits", () => {
  const codes = Array.from({ length: 100 }, makeRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(1_000);
  const letters = new Set(codes.join("").replaceAll("-", ""));
  for (const code of codes) {
    expect(code.replaceAll("-", "").length * Math.log2(letters.size)).toBeGreaterThan(112);
  }
});

test("what is kept of a recovery code depends on the account and the key, not on its dashes", () => {
  const kept = hashRecoveryCode(KEY, ANNA, "abcd-efgh");
  expect(hashRecoveryCode(KEY, ANNA, "abcdefgh")).toBe(kept);
  expect(hashRecoveryCode(KEY, OLA, "abcdefgh")).not.toBe(kept);
  expect(hashRecoveryCode("x".repeat(32), ANNA, "abcdefgh")).not.toBe(kept);
});

test("a secret is readable for its account, with its key and unchanged alone", () => {
  const kept = encryptSecret(KEY, ANNA, "JBSWY3DPEHPK3PXP");
  expect(decryptSecret(KEY, ANNA, kept)).toBe("JBSWY3DPEHPK3PXP");
  expect(encryptSecret(KEY, ANNA, "JBSWY3DPEHPK3PXP")).not.toBe(kept);
  const changed = Buffer.from(kept, "base64url");
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(() => decryptSecret(KEY, ANNA, changed.toString("base64url"))).toThrow();
  expect(() => decryptSecret(KEY, OLA, kept)).toThrow();
  expect(() => decryptSecret("x".repeat(32), ANNA, kept)).toThrow();
});
