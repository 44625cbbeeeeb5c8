import { Board } from "@korki/board";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderBoard } from "./board";
import { lettersOf } from "./testing/letters-of";

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
  const letterhead = { centreName: "Centrum", contactEmail: "a@demo.pl", colour: "#1d4ed8", logo: null };
  const pdf = await renderBoard(board, { title: "Board", people: "Ola" }, new Map(), letterhead);
  const letters = lettersOf(pdf);
  for (const letter of "żółćęśąźń") expect(letters).toContain(letter);
  expect(warned).not.toHaveBeenCalled();
});
