import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brandRefusal, brandShades, contrastOf, isColour, legibleBrand, TEXT_CONTRAST_MIN } from "./brand";

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("the centre's colour", () => {
  test.each([
    ["#0f766e", null],
    ["#1d4ed8", null],
    ["#000000", null],
    ["#ffffff", "too-light"],
    ["#facc15", "too-light"],
    ["#4bb5a4", "too-light"],
  ])("%s: %s", (colour, refusal) => expect(brandRefusal(colour)).toBe(refusal));

  test("black on white has a contrast of 21", () => expect(contrastOf("#000000", "#ffffff")).toBe(21));

  test("the suggestion for any colour is a colour that is taken, and a good one stays", () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const suggested = legibleBrand(colour);
        expect(isColour(suggested)).toBe(true);
        expect(brandRefusal(suggested)).toBeNull();
        if (brandRefusal(colour) === null) expect(suggested).toBe(colour);
      }),
    );
  });

  test("every text in a shade of a colour that is taken can be read in both schemes", () => {
    fc.assert(
      fc.property(colours, (any) => {
        const { light, dark } = brandShades(legibleBrand(any));
        const shade = (of: readonly string[], at: number) => of[at] ?? "";
        for (const shades of [light, dark]) {
          expect(shades).toHaveLength(10);
          expect(shades.every(isColour)).toBe(true);
          // Buttons, and buttons under the pointer.
          expect(contrastOf(shade(shades, 7), "#ffffff")).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
          expect(contrastOf(shade(shades, 8), "#ffffff")).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
        }
        // Links on the page, and badges.
        expect(contrastOf(shade(light, 7), "#f7f9f9")).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
        expect(contrastOf(shade(light, 9), shade(light, 1))).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
        for (const at of [2, 4])
          for (const surface of ["#171d1d", "#212828", "#2d3535"])
            expect(contrastOf(shade(dark, at), surface)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
      }),
    );
  });
});
