import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { lazyScreen } from "./lazy-screen";

test("a screen that does not arrive keeps nobody waiting: what draws it says so", async () => {
  await lazyScreen(() => Promise.reject(new TypeError())).preload();
});

test("a screen that was waited for is drawn at once", async () => {
  const screen = lazyScreen(async () => ({ default: () => <h1>Lekcja próbna</h1> }));
  await screen.preload();
  expect(renderToString(screen.draw())).toBe("<h1>Lekcja próbna</h1>");
});
