import { loginInput } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { expect, test, vi } from "vitest";
import { formRules } from "./form-rules";

const typed = { email: "nie adres", password: "krótkie" };

test("what was typed before the rules are here is judged when they arrive, and at once from then on", async () => {
  const load = vi.fn(async () => loginInput);
  const rules = formRules(load);
  const early = rules.validate(typed);
  expect(early).toBeInstanceOf(Promise);
  expect(rules.schema()).toBeNull();

  const faults = await early;
  expect(Object.keys(faults)).toEqual(["email", "password"]);
  expect(rules.validate(typed)).toEqual(faults);
  expect(rules.validate({ email: "ewa@example.pl", password: "Haslo1234" })).toEqual({});
  expect(rules.prepare()).toBeNull();
  expect(load).toHaveBeenCalledOnce();
});

test("rules that do not arrive hold nobody up, and are asked for again", async () => {
  const load = vi.fn<() => Promise<typeof loginInput>>();
  load.mockRejectedValueOnce(new Error(commonTexts.somethingWentWrong)).mockResolvedValue(loginInput);
  const rules = formRules(load);
  expect(await rules.validate(typed)).toEqual({});
  expect(Object.keys(await rules.validate(typed))).toEqual(["email", "password"]);
});
