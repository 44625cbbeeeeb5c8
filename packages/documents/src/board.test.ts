import { Board } from "@korki/board";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderBoard } from "./board";
import { lettersOf, streamsOf } from "./testing/letters-of";

const letterhead = { centreName: "Centrum", contactEmail: "a@demo.pl", colour: "#1d4ed8", logo: null };

test("what was typed on a board is set in a font that is found and has the Polish letters", async () => {
  // A font that is not found is not refused, but replaced by the last one that was used.
  const warned = vi.spyOn(console, "warn");
  onTestFinished(() => warned.mockRestore());
  const board = new Board();
  board.apply({
    key: "a",
    page: 1,
    kind: "text",
    body: { at: [40, 60], text: "Zażółć gęślą jaźń", size: 24, colour: "black" },
    seq: 1,
    authorId: "b",
  });
  const pdf = await renderBoard(board, { title: "Board", people: "Ola" }, new Map(), letterhead);
  const letters = lettersOf(pdf);
  for (const letter of "żółćęśąźń") expect(letters).toContain(letter);
  expect(warned).not.toHaveBeenCalled();
});

test("a long formula is broken into lines that stay on the page", async () => {
  const board = new Board();
  board.apply({
    key: "a",
    page: 1,
    kind: "formula",
    body: { at: [1_400, 60], latex: "x+".repeat(250) },
    seq: 1,
    authorId: "b",
  });
  const pdf = await renderBoard(board, { title: "Board", people: "Ola" }, new Map(), letterhead);
  // In page units: where each line begins, and the glyphs in it.
  const lines = [...streamsOf(pdf).matchAll(/1 0 0 -1 (\S+) (\S+) Tm\n\[(.*)\] TJ/g)];
  const glyphs = lines.map(([, , , shown = ""]) => shown.match(/[0-9a-f]{4}(?=[0-9a-f]*>)/g)?.length ?? 0);
  expect(glyphs.reduce((sum, count) => sum + count, 0)).toBe(500);
  for (const [at, [, left, baseline]] of lines.entries()) {
    // Of the two signs the plus is wider: 0.57 of the letters' size, which is 36.
    expect(Number(left) + (glyphs[at] ?? 0) * 36 * 0.57).toBeLessThanOrEqual(1_600);
    expect(Number(baseline)).toBeLessThan(1_000);
  }
});
