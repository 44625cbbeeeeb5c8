// `pnpm bench classroom/interactions [rounds] [strokes]`: what one presses in the room of a lesson while the call runs, in a
// browser whose processor is slowed four times. Two real Chromiums with the browser's fake camera and microphone see and
// hear each other, over a board with so many strokes; first the teacher's window at a desk is slowed and measured, then the
// student's on a phone. Both encode and decode pictures on this machine's cores; the window that is not measured is small,
// since in a lesson it is drawn by another machine. Only the measured page is slowed; Chromium does so by keeping a core
// busy, which a slow computer would not. Buttons are pressed by bare events of the mouse, and nothing is asked of the page
// from then until it has painted: both would run on its processor, and be measured with it. Prints per action how long its
// slowest interaction took from the key or click to the next paint, and INP of all of them.
import type { Page } from "playwright-core";
import { table, Verdict } from "../lab/figures";
import { type Action, KEY_MS, OBSERVE_INTERACTIONS, press, rowsOf, takeActions } from "../lab/interactions";
import { inLessonRoom, writeStrokes } from "../lab/lesson-room";

const [ROUNDS = 5, STROKES = 500] = process.argv.slice(2).map(Number);
const SLOWED = 4;
/** The goal of INP. */
const GOAL_MS = 100;
const SIZES = { desk: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } };
const MOVES = 20;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const pressed = (name: string | RegExp) => (page: Page) =>
  press(page.getByRole("button", { name, exact: true, disabled: false }));
const field = (page: Page) => page.getByRole("textbox", { name: "Treść wiadomości" });
const board = (page: Page) => page.getByRole("application");

/** In the order of a lesson; each round begins and ends outside the room. */
const ACTIONS: readonly Action[] = [
  { name: "enter", act: pressed(/^Wejdź/) },
  { name: "microphone off", before: called, act: pressed("Wycisz mikrofon") },
  { name: "microphone on", act: pressed("Włącz mikrofon") },
  { name: "camera off", act: pressed("Wyłącz kamerę") },
  { name: "camera on", act: pressed("Włącz kamerę") },
  {
    name: "open the choice of devices",
    before: (page) => page.locator("li[data-own] video").waitFor(),
    act: pressed("Sprzęt"),
  },
  { name: "close it", act: (page) => page.keyboard.press("Escape") },
  { name: "open words", act: pressed(/^Otwórz rozmowę/) },
  {
    name: "write",
    before: (page) => field(page).click(),
    act: (page) => page.keyboard.type("Zadanie 5", { delay: KEY_MS }),
  },
  { name: "send", act: (page) => page.keyboard.press("Enter") },
  { name: "close words", act: (page) => page.keyboard.press("Escape") },
  {
    name: "open the board",
    before: async (page) => {
      if (await board(page).isVisible()) await button(page, "Schowaj tablicę").click();
    },
    act: pressed(/^Pokaż tablicę/),
  },
  { name: "draw a stroke", before: pressed("Pióro"), act: draw },
  { name: "another tool", act: pressed("Zakreślacz") },
  { name: "another colour: open", act: pressed("Kolor i grubość") },
  { name: "another colour: choose", act: pressed("czerwony") },
  { name: "undo", before: (page) => page.keyboard.press("Escape"), act: pressed("Cofnij") },
  {
    name: "next page",
    before: async (page) => {
      if (await button(page, "Następna strona").isDisabled()) {
        await button(page, "Dodaj stronę").click();
        await button(page, "Poprzednia strona").click();
      }
    },
    act: pressed("Następna strona"),
  },
  { name: "previous page", act: pressed("Poprzednia strona") },
  { name: "show the screen", act: pressed("Pokaż ekran") },
  {
    name: "stop showing it",
    before: (page) => page.getByRole("region", { name: "Pokazujesz swój ekran" }).waitFor(),
    act: pressed("Nie pokazuj ekranu"),
  },
  { name: "close the board", act: pressed("Schowaj tablicę") },
  { name: "leave", act: pressed("Wyjdź") },
];

const verdict = new Verdict(`Interaction to next paint in a lesson's room, processor slowed ${SLOWED} times`);
await inLessonRoom({ script: OBSERVE_INTERACTIONS }, async (room) => {
  const [teacher, student] = room.pages;
  await writeStrokes(room, STROKES);
  await student.setViewportSize(SIZES.phone);
  await teacher.setViewportSize(SIZES.desk);
  await button(student, "Wejdź").click();
  await measure("teacher, desk", teacher);
  await button(student, "Wyjdź").click();
  await teacher.setViewportSize(SIZES.phone);
  await button(teacher, "Wejdź ponownie").click();
  await measure("student, phone", student);
});
verdict.end();

async function measure(who: string, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const { figures, inp } = await takeActions(page, ACTIONS, ROUNDS);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  console.log(`\n${who}\n${table(rowsOf(figures))}\n`);
  verdict.must(`${who}: INP, ms`, inp, inp <= GOAL_MS, `at most ${GOAL_MS}`);
}

/** Waits until the other one is seen. */
async function called(page: Page): Promise<void> {
  await page.locator("ul[aria-label='Osoby w sali'] li:not([data-own]) video").waitFor();
}

/** Draws a stroke on an empty part of the board. */
async function draw(page: Page): Promise<void> {
  const { x, y, width, height } = (await board(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (move: number) =>
    [x + width * (0.3 + (0.4 * move) / MOVES), y + height * (0.5 + 0.1 * Math.sin(move / 3))] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let move = 1; move <= MOVES; move += 1) await page.mouse.move(...at(move));
  await page.mouse.up();
}
