import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import type { Plugin } from "vite";
import { cssVariablesResolver, theme } from "../src/theme";

const MODULE = "virtual:theme-tokens.css";
/** Palettes that the theme does not use. */
const OTHER_PALETTES =
  /-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-(?!light)|z-index|breakpoint|shadow-(?:xs|md|lg|xl)|primary-color-\d|outline|-h[4-6]-/;

/**
 * Provides the theme's variables as a stylesheet, for the visitors' pages, which do without the component library. It
 * comes from `theme.ts`, so both have one look.
 */
export function themeTokens(): Plugin {
  return {
    name: "korki:theme-tokens",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? stylesheet() : null),
  };
}

function stylesheet(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [library, own] = [defaultCssVariablesResolver(merged), cssVariablesResolver(merged)];
  const rule = (selector: string, variables: Record<string, string>) => {
    const lines = Object.entries(variables).filter(([name]) => !OTHER_PALETTES.test(name));
    return `${selector} {\n${lines.map(([name, value]) => `${name}: ${value};`).join("\n")}\n}\n`;
  };
  return [
    rule(":root", { ...library.variables, ...own.variables }),
    rule('[data-mantine-color-scheme="light"]', { ...library.light, ...own.light }),
    rule('[data-mantine-color-scheme="dark"]', { ...library.dark, ...own.dark }),
  ].join("");
}
