import {
  type Board,
  type BoardObject,
  type Bodies,
  COLOUR_VALUES,
  type Ground,
  MARKER_OPACITY,
  PAGE,
  type Point,
  placeText,
  shapePath,
  smoothPath,
  strokeWidth,
} from "@korki/board";
import { boardTexts } from "@korki/contracts/texts/board";
import type { Content } from "pdfmake/interfaces";
import { type Letterhead, renderPdf } from "./pdf";

/** What stands over a board on paper, as people read it. */
export type BoardHeading = { title: string; people: string };
/** A picture as JPEG, with its height for a width of 1. */
export type PaperPicture = { jpeg: Buffer; ratio: number };

/** Width of a page on paper, in points. */
const PAPER_WIDTH = 499;
const GROUND_COLOUR = "#d7dde4";
const GROUND_STEP = 40;
const LINE_HEIGHT = 1.25;
const FORMULA_SIZE = 36;

/** Returns a board as a PDF file, page by page (rules §31). A formula is written as its LaTeX. */
export function renderBoard(
  board: Board,
  { title, people }: BoardHeading,
  pictures: ReadonlyMap<string, PaperPicture>,
  letterhead: Letterhead,
): Promise<Buffer> {
  const pages = board.pages.map(
    ({ no, ground }): Content => ({
      unbreakable: true,
      stack: [
        { text: boardTexts.pdfPage(no), style: "soft", margin: [0, 10, 0, 4] },
        { svg: pageSvg(board.visible(no), ground, pictures), width: PAPER_WIDTH },
      ],
    }),
  );
  return renderPdf({ title, letterhead, content: [{ text: people, style: "soft" }, ...pages] });
}

function pageSvg(
  objects: readonly BoardObject[],
  ground: Ground,
  pictures: ReadonlyMap<string, PaperPicture>,
): string {
  const { width, height } = PAGE;
  const drawn = objects.map((object) => {
    const [x, y] = object.tenthsMoved;
    return `<g transform="translate(${x / 10} ${y / 10})">${objectSvg(object, pictures)}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#ffffff" stroke="${GROUND_COLOUR}" stroke-width="2"/>` +
    `${groundSvg(ground)}${drawn.join("")}</svg>`
  );
}

function groundSvg(ground: Ground): string {
  if (ground === "plain") return "";
  const { width, height } = PAGE;
  let path = "";
  for (let y = GROUND_STEP; y < height; y += GROUND_STEP) path += `M0 ${y}H${width}`;
  for (let x = GROUND_STEP; ground === "grid" && x < width; x += GROUND_STEP) path += `M${x} 0V${height}`;
  return `<path d="${path}" stroke="${GROUND_COLOUR}" stroke-width="1" fill="none"/>`;
}

function objectSvg({ operation }: BoardObject, pictures: ReadonlyMap<string, PaperPicture>): string {
  if (operation.kind === "stroke") {
    const { points, tool, colour } = operation.body;
    const pressure = points.reduce((sum, point) => sum + point[2], 0) / points.length;
    const opacity = tool === "marker" ? MARKER_OPACITY : 1;
    const width = strokeWidth(operation.body) * (tool === "marker" ? 1 : 0.5 + pressure);
    return lineSvg(smoothPath(points), COLOUR_VALUES[colour], width, opacity);
  }
  if (operation.kind === "shape") {
    return lineSvg(shapePath(operation.body), COLOUR_VALUES[operation.body.colour], operation.body.width, 1);
  }
  if (operation.kind === "picture") {
    const [x, y] = operation.body.at;
    const picture = pictures.get(operation.body.pictureId);
    if (!picture) return "";
    const { width } = operation.body;
    const data = `data:image/jpeg;base64,${picture.jpeg.toString("base64")}`;
    return `<image x="${x}" y="${y}" width="${width}" height="${width * picture.ratio}" xlink:href="${data}"/>`;
  }
  if (operation.kind === "formula") {
    const placed = placeText(operation.body.latex, operation.body.at, sizeAtMost, FORMULA_SIZE);
    return textSvg({ ...placed, colour: "black" });
  }
  return textSvg(operation.body);
}

function textSvg({ at: [x, y], text, size, colour }: Bodies["text"]): string {
  const lines = text.split("\n").map((line, at) => {
    const baseline = y + size * (0.95 + at * LINE_HEIGHT);
    return `<text x="${x}" y="${baseline}" font-size="${size}" font-family="Roboto" fill="${COLOUR_VALUES[colour]}" xml:space="preserve">${escapeXml(line)}</text>`;
  });
  return lines.join("");
}

/** Returns a size that a text in Roboto does not exceed; the library does not tell its own. */
function sizeAtMost(text: string, size: number): Point {
  const lines = text.split("\n");
  const widths = lines.map((line) => {
    const wide = line.match(/[\p{Lu}mw@%]/gu)?.length ?? 0;
    return 0.6 * line.length + 0.3 * wide;
  });
  return [size * Math.max(...widths), size * LINE_HEIGHT * lines.length];
}

function lineSvg(path: string, colour: string, width: number, opacity: number): string {
  return `<path d="${path}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
