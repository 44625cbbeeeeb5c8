import { describe, expect, it } from "vitest";
import { groupedDigits, nationalDigits, storedPhone } from "./phone-digits";

describe("a phone number while it is typed", () => {
  it.each([
    ["600100200", "600100200"],
    ["600 100 200", "600100200"],
    ["600-100-200", "600100200"],
    ["+48 600 100 200", "600100200"],
    ["+48600100200", "600100200"],
    ["0048 600 100 200", "600100200"],
    ["48600100200", "600100200"],
    ["481002003", "481002003"],
    ["6001002009", "600100200"],
    ["+48", ""],
    ["abc", ""],
    ["", ""],
  ])("reads %j as %j", (typed, digits) => {
    expect(nationalDigits(typed)).toBe(digits);
  });

  it("is shown in threes and stored with the prefix", () => {
    expect(groupedDigits("600100200")).toBe("600 100 200");
    expect(groupedDigits("6001")).toBe("600 1");
    expect(groupedDigits("600")).toBe("600");
    expect(storedPhone("600100200")).toBe("+48600100200");
    expect(storedPhone("")).toBe("");
  });
});
