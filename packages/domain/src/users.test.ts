import { describe, expect, it } from "vitest";
import { isRole, ROLES, SELF_REGISTRATION_ROLES } from "./users";

describe("user types", () => {
  it.each([
    ["Student", true, true],
    ["Teacher", true, true],
    ["Parent", true, false],
    ["Admin", true, false],
    ["admin", false, false],
    ["", false, false],
    [null, false, false],
  ])("%j: a role %s, open to self-registration %s", (value, role, registration) => {
    expect(isRole(value)).toBe(role);
    expect(SELF_REGISTRATION_ROLES.some((open) => open === value)).toBe(registration);
  });

  it("are four", () => {
    expect(ROLES).toEqual(["Student", "Teacher", "Parent", "Admin"]);
  });
});
