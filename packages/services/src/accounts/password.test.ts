import { commonTexts } from "@korki/contracts/texts/common";
import { expect, test } from "vitest";
import { ServiceError } from "../errors";
import { inTurn, LONGEST_QUEUE } from "./in-turn";
import { hashPassword, isPassword } from "./password";

test("a password is kept as argon2id with 19 MiB and two passes, never the same twice", async () => {
  const [one, two] = await Promise.all([hashPassword("Korepetycje1"), hashPassword("Korepetycje1")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  await expect(isPassword("Korepetycje1", one)).resolves.toBe(true);
  await expect(isPassword("korepetycje1", one)).resolves.toBe(false);
});

test("where there is no hash nothing fits", async () => {
  await expect(isPassword("Korepetycje1", null)).resolves.toBe(false);
});

test("one piece of work at a time, in the order of asking, whatever becomes of it", async () => {
  const log: string[] = [];
  const piece = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((name) => inTurn(piece(name))));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("whoever comes to a queue that is too long is asked to come back, and later served again", async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const queue = Array.from({ length: LONGEST_QUEUE }, () => inTurn(() => gate));
  await expect(inTurn(async () => 1)).rejects.toEqual(
    new ServiceError("rate_limited", commonTexts.tooManyAttempts, 5),
  );
  open();
  await Promise.all(queue);
  await expect(inTurn(async () => 1)).resolves.toBe(1);
});
