import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plural } from "./plurals";

describe("plural", () => {
  it.each([
    [0, "lekcji"],
    [1, "lekcja"],
    [2, "lekcje"],
    [4, "lekcje"],
    [5, "lekcji"],
    [11, "lekcji"],
    [12, "lekcji"],
    [14, "lekcji"],
    [21, "lekcji"],
    [22, "lekcje"],
    [25, "lekcji"],
    [101, "lekcji"],
    [102, "lekcje"],
    [112, "lekcji"],
    [1004, "lekcje"],
    [-1, "lekcja"],
    [-3, "lekcje"],
  ])("%i %s", (n, form) => {
    expect(plural(n, "lekcja", "lekcje", "lekcji")).toBe(form);
  });

  it("agrees with Unicode's rules for Polish", () => {
    const rules = new Intl.PluralRules("pl");
    fc.assert(
      fc.property(fc.nat(1_000_000), (n) => {
        expect(plural(n, "one", "few", "many")).toBe(rules.select(n));
      }),
    );
  });
});
