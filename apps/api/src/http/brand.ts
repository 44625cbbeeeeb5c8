import { readFileSync } from "node:fs";
import path from "node:path";
import { findBrandImage } from "@korki/db";
import { brandShades } from "@korki/domain";
import type { Services } from "@korki/services";
import { type Centre, getCentre } from "@korki/services/centre/get-centre";
import { type RequestHandler, type Response, Router } from "express";
import { ANY, webDist, webPages } from "./web-app";

/** The name that the built pages carry. */
const OWN_NAME = "Korki";
const OWN_COLOUR = "#0f766e";
/** Icons at their own addresses, and what they are called in the database. */
const ICONS = ["icon-192", "icon-512", "icon-maskable-512", "apple-touch-icon", "favicon-48"] as const;

/**
 * Serves the pages, the logo, the icons and the manifest with the centre's own face (rules §27). Without a setting it
 * leaves them to the files as they were built.
 */
export function brandedApp(services: Services): RequestHandler {
  const dist = webDist();
  const brand = Router();
  const face = lastKnownFace(services);
  brand.get("/brand/logo.png", async (_req, res) => sendImage(services, res, "logo"));
  if (!dist) return brand;

  for (const icon of ICONS)
    brand.get(`/${icon}.png`, async (_req, res, next) => {
      const { colour, logo } = await face();
      if (colour || logo) await sendImage(services, res, icon);
      else next();
    });
  brand.get("/logo.svg", async (_req, res, next) => {
    const centre = await face();
    const svg = await logoSvg(services, centre, () => fileOf(dist, "logo.svg"));
    if (svg === null) return next();
    res.setHeader("Cache-Control", "no-cache");
    res.type("svg").send(svg);
  });
  brand.get("/manifest.webmanifest", async (_req, res, next) => {
    const centre = await face();
    if (!isBranded(centre)) return next();
    res.setHeader("Cache-Control", "no-cache");
    res.type("application/manifest+json").send(manifestOf(centre, fileOf(dist, "manifest.webmanifest")));
  });
  const pages = webPages(dist);
  brand.get(ANY, async (req, res, next) => {
    const page = pages.of(req.path);
    if (page === null) return next();
    const centre = await face();
    if (!isBranded(centre)) return next();
    res.setHeader("Cache-Control", "no-cache");
    res.type("html").send(brandedPage(centre, fileOf(dist, page)));
  });
  return brand;
}

/** The centre's brand. While the database is unavailable, it is as last read, or the product's own. */
function lastKnownFace(services: Services): () => Promise<Centre> {
  const { centreName: name, contactPhone, contactEmail } = services.settings;
  let known: Centre = { name, contactPhone, contactEmail, colour: null, logo: null, version: 0 };
  return async () => {
    try {
      known = await getCentre(services);
    } catch (error) {
      services.log.warn({ err: error }, "the centre's brand could not be read");
    }
    return known;
  };
}

function isBranded({ name, colour, logo }: Centre): boolean {
  return name !== OWN_NAME || colour !== null || logo !== null;
}

const files = new Map<string, string>();

function fileOf(dist: string, name: string): string {
  const file = path.join(dist, name);
  const text = files.get(file) ?? readFileSync(file, "utf8");
  files.set(file, text);
  return text;
}

async function sendImage(
  { db }: Services,
  res: Response,
  kind: (typeof ICONS)[number] | "logo",
): Promise<void> {
  const image = await findBrandImage(db, kind);
  if (!image) return void res.status(404).type("text").send("Not found");
  res.setHeader("Cache-Control", "no-cache");
  res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  res.type("png").send(image.content);
}

/** The logo in an SVG, so that it has the same address as the product's own; null: the product's own. */
async function logoSvg(
  { db }: Services,
  { logo, colour }: Centre,
  own: () => string,
): Promise<string | null> {
  if (logo) {
    const image = await findBrandImage(db, "logo");
    if (!image) return null;
    const { width, height } = image;
    const radius = Math.round(Math.min(width, height) * 0.12);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><clipPath id="c"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath><image width="${width}" height="${height}" clip-path="url(#c)" href="data:image/png;base64,${image.content.toString("base64")}"/></svg>`;
  }
  return colour ? own().replaceAll(OWN_COLOUR, colour) : null;
}

function manifestOf({ name, colour, logo, version }: Centre, built: string): string {
  const manifest: { icons: { src: string }[] } & Record<string, unknown> = JSON.parse(built);
  return JSON.stringify({
    ...manifest,
    name: name === OWN_NAME ? manifest.name : name,
    short_name: name,
    theme_color: colour ?? manifest.theme_color,
    // A browser takes new icons for an installed application when their addresses are new.
    icons: manifest.icons
      .filter(({ src }) => !logo || !src.endsWith(".svg"))
      .map((icon) => ({ ...icon, src: `${icon.src}?v=${version}` })),
  });
}

/** A built page with the centre's name, icons and colours. */
function brandedPage(centre: Centre, built: string): string {
  const { name, version } = centre;
  const shown = escapeHtml(name);
  return built
    .replaceAll(`${OWN_NAME} – korepetycje online`, () => `${shown} – korepetycje online`)
    .replaceAll(`content="${OWN_NAME}"`, () => `content="${shown}"`)
    .replaceAll(`alt="${OWN_NAME}"`, () => `alt="${shown}"`)
    .replaceAll(/href="\/(logo\.svg|favicon-48\.png|apple-touch-icon\.png)"/g, `href="/$1?v=${version}"`)
    .replace("</head>", `${brandStyle(centre)}</head>`);
}

/** Overrides the theme's colours, in a selector stronger than the theme's. */
function brandStyle({ colour, logo }: Centre): string {
  const ratio = logo ? `--korki-logo-ratio:${(logo.width / logo.height).toFixed(3)};` : "";
  if (!colour) return ratio && `<style>:root:root{${ratio}}</style>`;
  const { light, dark } = brandShades(colour);
  const shades = (of: readonly string[]) =>
    of.map((shade, at) => `--mantine-color-brand-${at}:${shade};`).join("");
  const onDark = dark[4] ?? colour;
  const picture = `--korki-picture:${light[8]};--korki-picture-light:${light[7]};--korki-picture-dark:${light[9]}8c;`;
  return (
    `<style>:root:root{${ratio}${picture}${shades(light)}}` +
    `:root:root[data-mantine-color-scheme="dark"]{${shades(dark)}` +
    `--mantine-color-brand-light:${onDark}29;--mantine-color-brand-light-hover:${onDark}38;}</style>`
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
