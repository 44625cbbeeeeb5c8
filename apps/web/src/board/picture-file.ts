import { BOARD_LIMITS } from "@korki/board";
import { boardTexts } from "@korki/contracts/texts/board";
import { FileRefused } from "./board-calls";

/** Quality of the file that is sent; the server encodes it again. */
const QUALITY = 0.85;
const OPAQUE = 255;

/**
 * Returns a picture scaled to what a board takes, as WebP. Where the browser writes none it is JPEG, of which a photograph
 * makes a small file, or PNG if the picture has transparent parts.
 *
 * @throws FileRefused for a file that the browser cannot decode
 */
export async function pictureFile(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new FileRefused(null, boardTexts.pictureWrongKind);
  });
  const share = Math.min(1, BOARD_LIMITS.pictureSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const write = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  // A browser that does not write a type writes PNG instead.
  const first = await write("image/webp");
  if (first === null) return file;
  if (first.type !== "image/png" || hasTransparency(canvas)) return first;
  return (await write("image/jpeg")) ?? first;
}

function hasTransparency(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let alpha = 3; alpha < pixels.length; alpha += 4) {
    if (pixels[alpha] !== OPAQUE) return true;
  }
  return false;
}
