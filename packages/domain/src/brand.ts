// The centre's colour: what may be chosen, and the shades that follow from it (rules §27).

type Rgb = readonly [number, number, number];

/** WCAG 2.2, 1.4.3: text against what is behind it. */
export const TEXT_CONTRAST_MIN = 4.5;
/** Parts in the brand's colour stand out from a dark page at least this much. */
const DARK_PART_CONTRAST = 1.8;

/** The surfaces of both schemes on which the brand's colour is a text or lies under one. */
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const LIGHT_PAGE = rgbOf("#f7f9f9");
const DARK_CARD = rgbOf("#2d3535");

/** A colour as it is stored: `#` and six hexadecimal digits, lower case. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Returns the contrast of two colours, 1–21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other));
}

export type BrandRefusal = "too-light";

/**
 * Returns why a colour cannot be the centre's, or null. Buttons in it carry white text in both schemes, and on the
 * light page it is the colour of links.
 */
export function brandRefusal(colour: string): BrandRefusal | null {
  return isLegible(rgbOf(colour)) ? null : "too-light";
}

function isLegible(colour: Rgb): boolean {
  return contrast(colour, LIGHT_PAGE) >= TEXT_CONTRAST_MIN && contrast(colour, WHITE) >= TEXT_CONTRAST_MIN;
}

/** Returns the nearest darker colour that is not refused; the colour itself if it is not. */
export function legibleBrand(colour: string): string {
  return hexOf(mixUntil(rgbOf(colour), BLACK, 0, isLegible));
}

/** The shades 0 (lightest) to 9 (darkest) of a scheme. Shade 7 is the colour of buttons. */
export type BrandShades = readonly string[];

/** How much white is in the shades 0–6, how much black in 8 and 9. */
const WHITE_PARTS = [0.94, 0.84, 0.68, 0.5, 0.35, 0.2, 0.08];
const BLACK_PARTS = [0.18, 0.4];

/**
 * Returns the shades of both schemes, of a colour that is not refused. The light shades are as light, and the dark
 * ones as dark, as text of them on a surface needs to reach 4.5 : 1.
 */
export function brandShades(colour: string): { light: BrandShades; dark: BrandShades } {
  const base = rgbOf(colour);
  const onDark = mixUntil(base, WHITE, 0, (mixed) => contrast(mixed, DARK_CARD) >= DARK_PART_CONTRAST);
  const filled = isLegible(onDark) ? onDark : base;
  return { light: shadesOf(base), dark: shadesOf(filled) };
}

function shadesOf(base: Rgb): BrandShades {
  const tints = WHITE_PARTS.map((part, shade) =>
    shade <= 4
      ? mixUntil(base, WHITE, part, (mixed) => contrast(mixed, DARK_CARD) >= TEXT_CONTRAST_MIN)
      : mix(base, WHITE, part),
  );
  const background = tints[1] ?? WHITE;
  const [hover, text] = [
    mix(base, BLACK, BLACK_PARTS[0] ?? 0),
    mixUntil(
      base,
      BLACK,
      BLACK_PARTS[1] ?? 0,
      (mixed) => contrast(mixed, background) >= TEXT_CONTRAST_MIN + 1,
    ),
  ];
  return [...tints, base, hover, text].map(hexOf);
}

/** Mixes in more and more of `towards`, from `part` on, until the colour will do. */
function mixUntil(colour: Rgb, towards: Rgb, part: number, willDo: (mixed: Rgb) => boolean): Rgb {
  for (let share = part; share < 1; share += 0.01) {
    const mixed = mix(colour, towards, share);
    if (willDo(mixed)) return mixed;
  }
  return towards;
}

function mix(colour: Rgb, towards: Rgb, part: number): Rgb {
  const channel = (at: 0 | 1 | 2) => Math.round(colour[at] + (towards[at] - colour[at]) * part);
  return [channel(0), channel(1), channel(2)];
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function rgbOf(colour: string): Rgb {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
