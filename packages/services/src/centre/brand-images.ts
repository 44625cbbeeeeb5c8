import { centreFaceTexts as texts } from "@korki/contracts/texts/centre-face";
import type { BrandImageKind, BrandImageRow } from "@korki/db";
import { contrastOf, LOGO_BYTES_MAX } from "@korki/domain";
import type { Sharp } from "sharp";
import { invalidInput } from "../errors";
import { loadSharp, openPicture, type PictureFault } from "../pictures/open-picture";

/** Pixels. */
const SIDE_MIN = 64;
/** The logo as it is kept: sharp on a screen with three pixels per point, and small in a mail. */
const KEPT = { width: 720, height: 360 };
const WHITE = "#ffffff";
/** Where white as a background leaves less of a logo to be seen, the centre's colour is behind it. */
const VISIBLE = 1.5;
const OWN_COLOUR = "#0f766e";

const FAULTS: Record<PictureFault, string> = {
  "wrong-kind": texts.logoWrongKind,
  damaged: texts.logoDamaged,
  "too-many-pixels": texts.logoTooManyPixels,
};

/**
 * Returns a logo, decoded and encoded again as a PNG: what else the file held is gone. Throws `input` for what is no PNG,
 * JPEG or WebP, by its first bytes and as a whole, and for what is too large or too small.
 */
export async function readLogo(file: Buffer): Promise<BrandImageRow> {
  if (file.length > LOGO_BYTES_MAX) throw invalidInput(texts.logoTooBig);
  const opened = await openPicture(file);
  if (opened === "wrong-kind" && /<svg|<\?xml/i.test(file.toString("latin1", 0, 500))) {
    throw invalidInput(texts.logoSvg);
  }
  if (typeof opened === "string") throw invalidInput(FAULTS[opened]);
  const { picture, width, height } = opened;
  if (width < SIDE_MIN || height < SIDE_MIN) throw invalidInput(texts.logoTooSmall);
  const kept = picture.resize({ ...KEPT, fit: "inside", withoutEnlargement: true });
  try {
    return await png("logo-source", kept);
  } catch {
    throw invalidInput(texts.logoDamaged);
  }
}

/** The icons of an installed application and of a tab: the side, and how much of it the sign takes. */
const ICONS: readonly { kind: BrandImageKind; side: number; part: number; isRound: boolean }[] = [
  { kind: "icon-192", side: 192, part: 0.84, isRound: true },
  { kind: "icon-512", side: 512, part: 0.84, isRound: true },
  // A device cuts the corners as it likes: the sign stays within the safe circle.
  { kind: "icon-maskable-512", side: 512, part: 0.62, isRound: false },
  { kind: "apple-touch-icon", side: 180, part: 0.78, isRound: false },
  { kind: "favicon-48", side: 48, part: 0.92, isRound: true },
];

/**
 * Returns all pictures of a centre with this logo and colour: with a logo, the logo on white (or on the colour, where
 * white would hide it); without, the product's sign on the colour. None where neither is set.
 */
export async function renderBrandImages(
  logo: BrandImageRow | null,
  colour: string | null,
): Promise<BrandImageRow[]> {
  if (!logo && !colour) return [];
  const sharp = await loadSharp();
  const backdrop = logo ? await backdropOf(logo, colour ?? OWN_COLOUR) : (colour ?? OWN_COLOUR);
  const flat = logo && (await png("logo", sharp(logo.content).flatten({ background: backdrop })));
  const icons: BrandImageRow[] = [];
  for (const { kind, side, part, isRound } of ICONS) {
    const inner = Math.round(side * part);
    const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${isRound ? side / 4 : 0}" fill="${backdrop}"/></svg>`;
    const sign = logo
      ? await sharp(logo.content)
          .resize(inner, inner, { fit: "contain", background: "#00000000" })
          .png()
          .toBuffer()
      : await sharp(Buffer.from(signSvg(isRound ? side : inner / 0.78)), { density: 300 })
          .resize(isRound ? side : inner)
          .png()
          .toBuffer();
    icons.push(await png(kind, sharp(Buffer.from(ground)).composite([{ input: sign }])));
  }
  return flat && logo ? [logo, flat, ...icons] : icons;
}

/** Returns the colour on which a logo shows: white, or the centre's where the logo itself is nearly white. */
async function backdropOf(logo: BrandImageRow, colour: string): Promise<string> {
  const sharp = await loadSharp();
  const pixels = await sharp(logo.content).ensureAlpha().resize(32, 32, { fit: "fill" }).raw().toBuffer();
  let weight = 0;
  const sums = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const share = (pixels[at + 3] ?? 0) / 255;
    weight += share;
    for (const band of [0, 1, 2]) sums[band] = (sums[band] ?? 0) + (pixels[at + band] ?? 0) * share;
  }
  if (weight === 0) return WHITE;
  const mean = sums.map((sum) =>
    Math.round(sum / weight)
      .toString(16)
      .padStart(2, "0"),
  );
  return contrastOf(`#${mean.join("")}`, WHITE) >= VISIBLE ? WHITE : colour;
}

/** The product's sign without its ground. */
function signSvg(side: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${side}" height="${side}"><path d="M20 17v30M43 18 29.5 32 43 46" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><circle cx="46.5" cy="32" r="4.5" fill="#fcd34d"/></svg>`;
}

async function png(kind: BrandImageKind, picture: Sharp): Promise<BrandImageRow> {
  const { data, info } = await picture.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
  return { kind, width: info.width, height: info.height, content: data };
}
