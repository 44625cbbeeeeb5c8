import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** The brand: a calm teal. Shade 7 carries white text at 5.4 : 1. */
const brand: MantineColorsTuple = [
  "#effaf7",
  "#d5f1ea",
  "#aae1d5",
  "#79cdbd",
  "#4bb5a4",
  "#2a9a8b",
  "#168074",
  "#0f766e",
  "#0d5f59",
  "#0a4a46",
];

/** Neutrals of the light scheme, a breath of the brand in them. */
const gray: MantineColorsTuple = [
  "#f7f9f9",
  "#eff2f2",
  "#e3e8e8",
  "#d3dada",
  "#b4bebe",
  "#8b9797",
  "#5f6c6c",
  "#4c5858",
  "#333d3d",
  "#1d2424",
];

/** Neutrals of the dark scheme, from text (0) through borders (4) and cards (6) to the page (7). */
const dark: MantineColorsTuple = [
  "#e4e9e9",
  "#c5cdcd",
  "#a7b1b1",
  "#8f9a9a",
  "#3c4545",
  "#2d3535",
  "#212828",
  "#171d1d",
  "#111616",
  "#0b0f0f",
];

/**
 * The one theme: colours, radii, spacing, type scale. Text has three weights: 400, 550 for labels, 650 for headings.
 * Components take their look from here and from their own CSS module; no screen sets colours by hand.
 */
export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 7 },
  colors: { brand, gray, dark },
  black: "#1a2121",
  fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  headings: {
    fontWeight: "650",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.625rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h4: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
  defaultRadius: "md",
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  shadows: {
    xs: "0 1px 2px rgb(15 35 33 / 6%)",
    sm: "0 1px 2px rgb(15 35 33 / 6%), 0 2px 8px rgb(15 35 33 / 5%)",
    md: "0 2px 4px rgb(15 35 33 / 5%), 0 8px 24px rgb(15 35 33 / 8%)",
    lg: "0 4px 8px rgb(15 35 33 / 5%), 0 16px 40px rgb(15 35 33 / 12%)",
    xl: "0 8px 16px rgb(15 35 33 / 6%), 0 24px 64px rgb(15 35 33 / 16%)",
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  // Named without importing them: a component that only one screen uses stays with that screen.
  components: {
    // The focus ring of a button in it is not cut off.
    Alert: { styles: { message: { overflow: "visible" } } },
    Badge: { defaultProps: { variant: "light", radius: "sm" } },
    Button: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    Select: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
  },
});

/** Text and border shades that reach AA (4.5 : 1) in both schemes, where the library's own do not. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    // Below the theme's smallest letters: badges and captions, and those that have to fit at 320 pixels.
    "--korki-font-2xs": "0.75rem",
    "--korki-font-3xs": "0.6875rem",
    // A phone zooms in on a field with smaller letters.
    "--korki-font-field": "1rem",
    "--korki-side-width": "16.5rem",
    "--korki-bottom-bar": "3.5rem",
    // Hours and days that are not offered.
    "--korki-hatch":
      "repeating-linear-gradient(-45deg, transparent 0 0.4375rem, var(--korki-border) 0.4375rem 0.5rem)",
  },
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-6)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-6)",
    "--mantine-color-error": "#c02626",
    "--mantine-color-default-border": "var(--mantine-color-gray-3)",
    "--mantine-color-disabled-color": "var(--mantine-color-gray-6)",
    "--mantine-color-brand-light": "var(--mantine-color-brand-1)",
    "--mantine-color-brand-light-hover": "var(--mantine-color-brand-2)",
    "--mantine-color-brand-light-color": "var(--mantine-color-brand-9)",
    "--mantine-color-red-light": "#fce8e8",
    "--mantine-color-red-light-color": "#97211f",
    "--mantine-color-yellow-light": "#fdf0d0",
    "--mantine-color-yellow-light-color": "#6b4004",
    "--mantine-color-green-light": "#e0f3e3",
    "--mantine-color-green-light-color": "#1b5a29",
    "--mantine-color-gray-light": "var(--mantine-color-gray-1)",
    "--mantine-color-gray-light-color": "var(--mantine-color-gray-7)",
    "--korki-page": "var(--mantine-color-gray-0)",
    "--korki-surface": "var(--mantine-color-white)",
    "--korki-surface-hover": "var(--mantine-color-gray-0)",
    "--korki-border": "var(--mantine-color-gray-2)",
    "--korki-focus": "var(--mantine-color-brand-7)",
    "--korki-field-border": "var(--mantine-color-gray-5)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-2)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-3)",
    "--mantine-color-error": "#ff8f8f",
    // The library's own is the cards' colour here.
    "--mantine-color-disabled": "var(--mantine-color-dark-5)",
    "--mantine-color-disabled-color": "var(--mantine-color-dark-2)",
    "--mantine-color-brand-light": "rgb(75 181 164 / 16%)",
    "--mantine-color-brand-light-hover": "rgb(75 181 164 / 22%)",
    "--mantine-color-brand-light-color": "var(--mantine-color-brand-2)",
    "--mantine-color-red-light": "rgb(255 107 107 / 16%)",
    "--mantine-color-red-light-hover": "rgb(255 107 107 / 22%)",
    "--mantine-color-red-light-color": "#ffb0b0",
    "--mantine-color-yellow-light": "rgb(252 196 25 / 14%)",
    "--mantine-color-yellow-light-color": "#f5cd7a",
    "--mantine-color-green-light": "rgb(105 219 124 / 15%)",
    "--mantine-color-green-light-color": "#a6e3b1",
    "--mantine-color-gray-light": "var(--mantine-color-dark-5)",
    "--mantine-color-gray-light-color": "var(--mantine-color-dark-1)",
    "--korki-page": "var(--mantine-color-dark-7)",
    "--korki-surface": "var(--mantine-color-dark-6)",
    "--korki-surface-hover": "var(--mantine-color-dark-5)",
    "--korki-border": "var(--mantine-color-dark-4)",
    "--korki-focus": "var(--mantine-color-brand-4)",
    "--korki-field-border": "#6b7676",
  },
});
