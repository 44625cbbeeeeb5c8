import type { Bodies, Point } from "./operations";
import { oneDecimal } from "./simplify";
import { BOARD_LIMITS, PAGE, TEXT_SIZE } from "./vocabulary";

/** The least room for a text that needs several lines, in page units. */
const WIDTH_MIN = 400;

type PlacedText = Pick<Bodies["text"], "at" | "text" | "size">;

/**
 * Breaks a text into lines that stay on the page (rules §24). A text without enough room is moved up and to the left, and
 * written smaller if that is not enough.
 *
 * @param usual the font size, in page units, of a text that fits
 */
export function placeText(
  text: string,
  [x, y]: Point,
  measure: (text: string, size: number) => Point,
  usual: number = TEXT_SIZE.usual,
): PlacedText {
  const [width] = measure(text, usual);
  const left = Math.min(x, Math.floor(PAGE.width - Math.min(width, WIDTH_MIN)));
  for (const [from, size] of [
    [left, usual],
    [left / 2, usual],
    [0, usual],
    [0, usual / 2],
    [0, TEXT_SIZE.min],
  ] as const) {
    const lines = wrapped(text, PAGE.width - from, (line) => measure(line, size)[0]);
    const [, height] = measure(lines, size);
    if (height <= PAGE.height && lines.length <= BOARD_LIMITS.textLength) {
      return { at: [oneDecimal(from), oneDecimal(Math.min(y, PAGE.height - height))], text: lines, size };
    }
  }
  return { at: [0, 0], text, size: TEXT_SIZE.min };
}

/** Breaks lines between words, and a word that is wider than a line between its letters. */
function wrapped(text: string, width: number, widthOf: (line: string) => number): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line: string | null = null;
    for (const word of paragraph.split(" ")) {
      const longer: string = line === null ? word : `${line} ${word}`;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== null) lines.push(line);
      line = "";
      for (const letter of word) {
        if (line && widthOf(line + letter) > width) {
          lines.push(line);
          line = "";
        }
        line += letter;
      }
    }
    lines.push(line ?? "");
  }
  return lines.join("\n");
}
