import { BOARD_LIMITS } from "@korki/board";

/** Quality of the file that is sent; the server encodes it again. */
const QUALITY = 0.85;

/** Returns a picture scaled to what a board takes, as WebP or, where the browser writes none, as PNG. */
export async function pictureFile(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const share = Math.min(1, BOARD_LIMITS.pictureSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/webp", QUALITY));
}
