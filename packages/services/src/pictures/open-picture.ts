import type { Sharp } from "sharp";

/** Pixels; a picture says its size before it is decoded. */
const SIDE_MAX = 5_000;

/** What is wrong with a file that should be a picture. */
export type PictureFault = "wrong-kind" | "damaged" | "too-many-pixels";
export type OpenPicture = { picture: Sharp; width: number; height: number };

/** Loads the library at its first use: most processes never see a picture. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Opens a PNG, JPEG or WebP, told by its first bytes, upright and in sRGB. What is encoded from it holds nothing else of the
 * file. Damage beyond the beginning shows only when it is encoded.
 */
export async function openPicture(file: Buffer): Promise<OpenPicture | PictureFault> {
  if (!isPicture(file)) return "wrong-kind";
  const sharp = await loadSharp();
  const picture = sharp(file, { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: "error", pages: 1 });
  const size = await picture.metadata().catch(() => null);
  if (!size) return "damaged";
  const { width, height } = size;
  if (width > SIDE_MAX || height > SIDE_MAX) return "too-many-pixels";
  return { picture: picture.rotate().toColourspace("srgb"), width, height };
}

/** The first bytes of PNG, JPEG and WebP. */
function isPicture(file: Buffer): boolean {
  const begins = (text: string, at = 0) => file.toString("latin1", at, at + text.length) === text;
  return begins("\x89PNG\r\n\x1a\n") || begins("\xff\xd8\xff") || (begins("RIFF") && begins("WEBP", 8));
}
