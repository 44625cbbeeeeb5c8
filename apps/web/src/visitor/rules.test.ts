import {
  loginInput,
  registerInput,
  requestRecoveryInput,
  resetPasswordInput,
} from "@korki/contracts/account";
import { trialRequestInput } from "@korki/contracts/trial-lessons";
import { describe, expect, it } from "vitest";
import type { ZodType } from "zod";
import type { Faults } from "./form";
import {
  loginFaults,
  newPasswordFaults,
  phoneOf,
  recoveryFaults,
  registrationFaults,
  trialFaults,
} from "./rules";

/** What people type into the fields, right and wrong. */
const TYPED = {
  name: ["Ola", "Al", "", "  Al  ", "x".repeat(100), "x".repeat(101), "Ola\tNowak", "Ólą \ud800"],
  surname: ["", "Nowak", "x".repeat(101), "No\nwak"],
  email: [
    "",
    "ola@example.com",
    " OLA@Example.com ",
    "ola",
    "ola@example",
    `${"l".repeat(65)}@example.com`,
    `ola@${"d".repeat(64)}.pl`,
    `ola@${"d.".repeat(130)}pl`,
  ],
  password: [
    "",
    "krótkie",
    "Krótkie",
    "male-litery",
    "Haslo123",
    "ŻÓŁĆżółć",
    `A${"x".repeat(255)}`,
    `A${"x".repeat(256)}`,
    "Nul\u0000bajtowe",
  ],
  phone: ["", "600100200", "+48 600 100 200", "60010020"],
  subject: ["", "Fizyka"],
  level: ["", "liceumR"],
  description: ["", "x".repeat(2000), "x".repeat(2001)],
};
const RIGHT = {
  name: "Ola",
  surname: "",
  email: "ola@example.com",
  password: "Haslo1234",
  phone: "600100200",
};

describe("the visitors' forms say what the contracts say", () => {
  it.each(cases("email", "password"))("signing in with %s %j", (field, typed) => {
    const values = { ...RIGHT, [field]: typed };
    agree(loginFaults(values), loginInput, values);
  });

  it.each(cases("email"))("recovering with %s %j", (field, typed) => {
    const values = { [field]: typed };
    agree(recoveryFaults(values), requestRecoveryInput, values);
  });

  it.each(cases("name", "surname", "email", "password", "phone"))(
    "registering with %s %j",
    (field, typed) => {
      const values = { ...RIGHT, [field]: typed, role: "Student" };
      const confirmed = { ...values, passwordConfirmation: values.password };
      agree(registrationFaults(confirmed), registerInput, { ...confirmed, phone: phoneOf(confirmed.phone) });
    },
  );

  it.each(cases("password"))("a new password with %s %j", (field, typed) => {
    const values = { [field]: typed, passwordConfirmation: typed };
    agree(newPasswordFaults(values), resetPasswordInput, { ...values, confirmId: "x" });
  });

  it.each(cases("subject", "level", "description", "email", "phone"))(
    "a trial with %s %j",
    (field, typed) => {
      const values = { ...RIGHT, subject: "Fizyka", level: "liceumR", description: "", [field]: typed };
      const { phone, ...faults } = trialFaults(values);
      const request = { ...values, studentPhone: phoneOf(values.phone), parentPhone: "" };
      agree({ ...faults, studentPhone: phone }, trialRequestInput, request);
    },
  );
});

function cases(...fields: (keyof typeof TYPED)[]): [keyof typeof TYPED, string][] {
  return fields.flatMap((field) => TYPED[field].map((typed): [keyof typeof TYPED, string] => [field, typed]));
}

/** The first fault of each field is the same. */
function agree(faults: Faults, schema: ZodType, values: unknown): void {
  const expected: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    expected[String(path[0])] ??= message;
  }
  const found = Object.entries(faults).filter(([, fault]) => fault);
  expect(Object.fromEntries(found)).toEqual(expected);
}
