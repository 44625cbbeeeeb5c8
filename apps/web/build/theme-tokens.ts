import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { cssVariablesResolver, theme } from "../src/theme";

/** The variables that the visitors' pages use, and all of them. */
const FOR_VISITORS = "virtual:theme-tokens.css";
const WHOLE = "virtual:theme.css";
/** Palettes that the theme does not use. */
const OTHER_PALETTES =
  /-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-(?!light)|z-index|breakpoint|shadow-(?:xs|md|lg|xl)|primary-color-\d|outline|-h[4-6]-/;

/**
 * Provides the theme's variables as stylesheets: for the visitors' pages, which do without the component library, and
 * for the dashboard, whose library would write them into the page's body, where HTML allows no such element. Both come
 * from `theme.ts`, so both have one look.
 */
export function themeTokens(): Plugin {
  const sheets = new Map([
    [FOR_VISITORS, visitorSheet],
    [WHOLE, () => convertCssVariables(variables())],
  ]);
  return {
    name: "korki:theme-tokens",
    resolveId: (id) => (sheets.has(id) ? `\0${id}` : null),
    load: (id) => sheets.get(id.slice(1))?.() ?? null,
  };
}

function variables() {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [library, own] = [defaultCssVariablesResolver(merged), cssVariablesResolver(merged)];
  return {
    variables: { ...library.variables, ...own.variables },
    light: { ...library.light, ...own.light },
    dark: { ...library.dark, ...own.dark },
  };
}

function visitorSheet(): string {
  const { variables: always, light, dark } = variables();
  const rule = (selector: string, values: Record<string, string>) => {
    const lines = Object.entries(values).filter(([name]) => !OTHER_PALETTES.test(name));
    return `${selector} {\n${lines.map(([name, value]) => `${name}: ${value};`).join("\n")}\n}\n`;
  };
  return [
    rule(":root", always),
    rule('[data-mantine-color-scheme="light"]', light),
    rule('[data-mantine-color-scheme="dark"]', dark),
  ].join("");
}
