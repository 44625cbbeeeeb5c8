import { boardTexts } from "@korki/contracts/texts/board";
import { expect, test, vi } from "vitest";
import { boardErrorText } from "./board-calls";
import { pictureFile } from "./picture-file";

/** A browser that writes these types, and PNG for every other; the picture's last pixel has this alpha. */
function inBrowser(types: readonly string[], alpha: number): void {
  const context = {
    drawImage: () => undefined,
    getImageData: () => ({ data: Uint8ClampedArray.from([0, 0, 0, 255, 0, 0, 0, alpha]) }),
  };
  const canvas = {
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void, type: string) =>
      done(new Blob([], { type: types.includes(type) ? type : "image/png" })),
  };
  vi.stubGlobal("createImageBitmap", async () => ({ width: 3200, height: 1600, close: () => undefined }));
  vi.stubGlobal("document", { createElement: () => canvas });
}

test.each([
  ["image/webp", ["image/webp", "image/jpeg"], 255],
  ["image/jpeg", ["image/jpeg"], 255],
  ["image/png", ["image/jpeg"], 0],
])("a picture is sent as %s by a browser that writes %s", async (sent, types, alpha) => {
  inBrowser(types, alpha);
  expect((await pictureFile(new Blob([]))).type).toBe(sent);
});

test("a file that the browser cannot decode is no picture", async () => {
  vi.stubGlobal("createImageBitmap", async () => {
    throw new DOMException("The source image could not be decoded.", "InvalidStateError");
  });
  const error = await pictureFile(new Blob([])).catch((thrown: unknown) => thrown);
  expect(boardErrorText(error)).toBe(boardTexts.pictureWrongKind);
});
