import { longSlot } from "@korki/contracts/texts/dates";
import { slotToWire } from "@korki/contracts/wire/slot";
import { addDays, blockStart, today, WEEKDAYS, weekdayOf } from "@korki/domain";
import { type Relay, startRelay } from "@korki/testing/relay";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  closeBrowser,
  DEMO_PASSWORD,
  goOn,
  openBrowser,
  picture,
  rowsOf,
  type Scheme,
  type Size,
  signIn,
  tabTo,
} from "./harness/browser";
import { type Product, startProduct } from "./harness/product";
import { type Rest, restAs } from "./harness/rest";

/** A lesson in the product's own room: a teacher at a desk, a student on a phone. */
const TEACHER = { id: "01930000-0000-7000-8000-000000100002", email: "nauczyciel@demo.pl" };
const STUDENT = { id: "01930000-0000-7000-8000-000000100004", email: "uczen@demo.pl" };
/** 16:45 of the next Sunday, on which the demo has no lessons; the product's clock starts ten minutes before. */
const NOW = new Date();
const SLOT = { date: addDays(today(NOW), 7 - WEEKDAYS.indexOf(weekdayOf(today(NOW))) - 1 || 7), block: 9 };
const SOON = { timeout: 30_000 };
const LATEX = "\\sqrt{2}";

let product: Product;
/** Relays audio and video; null if coturn is not available. */
let relay: Relay | null;
let admin: Rest;
let lessonId: string;
let desk: Page;
let phone: Page;
/** The student's lessons, in another tab of the phone. */
let home: Page;
let phoneContext: BrowserContext;

beforeAll(async () => {
  relay = await startRelay();
  product = await startProduct({
    ...relay?.env,
    DEMO_NOW: new Date(blockStart(SLOT.date, SLOT.block).getTime() - 600_000).toISOString(),
  });
  admin = await restAs("admin@demo.pl", DEMO_PASSWORD, product.url);
  lessonId = await makeLesson();
  desk = await openWindow("desk");
  phone = await openWindow("phone", "dark");
  phoneContext = phone.context();
  home = await phoneContext.newPage();
  home.setDefaultTimeout(30_000);
  await Promise.all([signIn(desk, TEACHER.email), signIn(home, STUDENT.email)]);
});
afterAll(async () => {
  await closeBrowser();
  await product.stop();
  await relay?.close();
});

test("the lesson shows the way in; before it one sees oneself and who is there", async () => {
  // Once on the first screen: the card of the next lesson has it, the lesson's row has not.
  for (const page of [desk, home]) {
    await rowsOf(page, "Zaplanowane lekcje").first().waitFor();
    const join = page.getByRole("link", { name: /^Dołącz/ });
    await expect.poll(() => join.count(), SOON).toBe(1);
    expect(await join.getAttribute("href")).toBe(`/lekcja/${lessonId}/sala`);
    await picture(page, `first-screen-join-${page === desk ? "desk" : "phone"}`);
  }
  await desk.goto(room());
  await desk.getByRole("heading", { name: "Matematyka" }).waitFor();
  await moves(desk, "Twój obraz");
  await expect.poll(() => desk.getByLabel("Poziom mikrofonu").getAttribute("value"), SOON).not.toBe("0");
  await desk.getByText("W sali nie ma jeszcze nikogo.").waitFor();
  await desk.getByRole("button", { name: "Wycisz mikrofon" }).click();
  await desk.getByText(/^Wejdziesz bez mikrofonu/).waitFor();
  await desk.getByRole("button", { name: "Włącz mikrofon" }).click();
  await desk.getByLabel("Poziom mikrofonu").waitFor();
  await picture(desk, "room-lobby-desk");
  await desk.getByRole("button", { name: "Wejdź" }).click();
  await desk.getByText("Jesteś w sali").waitFor();

  await phone.goto(room());
  await phone.getByText("W sali są już:").waitFor();
  await phone.getByRole("listitem").getByText("nauczyciel").waitFor();
  await picture(phone, "room-lobby-phone");
  expect(await axeFindings(phone)).toEqual([]);
});

test("both see and hear each other", async () => {
  await phone.getByRole("button", { name: "Wejdź" }).click();
  for (const page of [desk, phone]) {
    await moves(page, person(page));
    await page.locator("li[data-speaking]").first().waitFor();
  }
  await picture(desk, "room-desk");
  await picture(phone, "room-phone");
});

test("a muted microphone and a camera that is off are seen by the other one", async () => {
  await phone.getByRole("button", { name: "Wycisz mikrofon" }).click();
  await desk.getByRole("img", { name: "mikrofon wyłączony" }).waitFor();
  await phone.getByRole("button", { name: "Włącz mikrofon" }).click();
  await desk.getByRole("img", { name: "mikrofon wyłączony" }).waitFor({ state: "detached" });
  await phone.getByRole("button", { name: "Wyłącz kamerę" }).click();
  await video(desk, person(desk)).waitFor({ state: "detached" });
  await phone.getByRole("button", { name: "Włącz kamerę" }).click();
  await moves(desk, person(desk));
});

test("a screen is shown to the other one, and taken back", async () => {
  await desk.getByRole("button", { name: "Pokaż ekran" }).click();
  await phone.getByRole("region", { name: /^Ekran: / }).waitFor();
  await moves(phone, /^Ekran: /);
  await picture(desk, "room-screen-desk");
  await picture(phone, "room-screen-phone");
  expect(await axeFindings(phone)).toEqual([]);
  await desk.getByRole("button", { name: "Nie pokazuj ekranu" }).click();
  await phone.getByRole("region", { name: /^Ekran: / }).waitFor({ state: "detached" });
});

test("both draw on one board: strokes in motion are seen, kept, and undone by their author", async () => {
  // At the desk by the keyboard alone.
  await tabTo(canvas(desk));
  for (const key of ["Space", ..."ArrowRight ".repeat(6).trim().split(" "), "ArrowDown", "Space"]) {
    await desk.keyboard.press(key);
  }
  await phone.getByRole("button", { name: "Pokaż tablicę, coś nowego" }).click();
  await painted(phone, 1);
  // The board was painted before it was shown.
  await canvas(phone).hover();
  const { x, y, width, height } = (await canvas(phone).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await phone.mouse.move(x + width / 3, y + height / 2);
  await phone.mouse.down();
  for (let step = 0; step < 20; step += 1)
    await phone.mouse.move(x + width / 3 + 4 * step, y + height / 2 + step);
  await expect.poll(() => canvas(desk).getAttribute("data-live").then(Number), SOON).toBeGreaterThan(10);
  await phone.mouse.up();
  await painted(desk, 2);
  await expect.poll(() => canvas(desk).getAttribute("data-live"), SOON).toBe("0");
  await picture(desk, "room-board-desk");
  await picture(phone, "room-board-phone");
  expect(await axeFindings(desk)).toEqual([]);
  expect(await axeFindings(phone)).toEqual([]);
  await canvas(desk).focus();
  await desk.keyboard.press("Control+z");
  await painted(phone, 3);
  await phone.getByRole("button", { name: "Cofnij" }).click();
  await painted(desk, 4);
  await desk.keyboard.press("Control+y");
  await painted(phone, 5);
});

test("another ground of a page is seen by both at once", async () => {
  for (const page of [desk, phone]) expect(await linesAcross(page)).toBe(0);
  await desk.getByRole("button", { name: "Więcej", exact: true }).click();
  await desk.getByRole("button", { name: "Tło strony: linie" }).click();
  for (const page of [desk, phone]) {
    await painted(page, 6);
    await expect.poll(() => linesAcross(page), SOON).toBeGreaterThanOrEqual(24);
  }
});

test("the teacher leads to a page, and locks the student's hand", async () => {
  await phone.getByRole("button", { name: "Schowaj tablicę" }).click();
  await desk.getByRole("button", { name: "Dodaj stronę" }).click();
  await desk.getByRole("button", { name: "Patrz tutaj" }).click();
  await canvas(desk).click();
  await phone.getByText("Strona 2 z 2").waitFor();
  await phone.getByText("Patrz tutaj!").waitFor();
  await phone.getByRole("button", { name: "Wzór" }).click();
  await canvas(phone).click();
  const formula = phone.getByRole("textbox", { name: "Wpisz wzór w LaTeX-u" });
  await formula.fill(LATEX);
  await phone.getByRole("button", { name: "Poprzednia strona" }).click();
  await desk.getByRole("button", { name: "Więcej", exact: true }).click();
  await desk.getByRole("button", { name: "Zablokuj rysowanie uczniowi" }).click();
  await phone.getByRole("alert").getByText("Nauczyciel zablokował rysowanie").waitFor();
  // What is typed meanwhile is kept, for the page on which it was begun.
  await formula.press("Enter");
  await desk.getByRole("button", { name: "Pozwól uczniowi rysować" }).click();
  await phone.getByRole("button", { name: "Pióro" }).waitFor();
  expect(await formula.inputValue()).toBe(LATEX);
  await formula.press("Enter");
  await desk.getByRole("img", { name: LATEX }).locator(".katex").first().waitFor();
});

test("a formula whose code cannot be loaded is shown as its LaTeX, and written when it can", async () => {
  await phone.route("**/assets/render-formula-*", (route) => route.abort());
  await phone.getByRole("button", { name: "Następna strona" }).click();
  const formula = phone.getByRole("img", { name: LATEX });
  await formula.getByText(LATEX, { exact: true }).waitFor();
  await phone.unroute("**/assets/render-formula-*");
  await formula.locator(".katex").first().waitFor();
  const { height } = (await formula.boundingBox()) ?? { height: 0 };
  // Without its styles it would be several lines high.
  expect(height).toBeLessThan(40);
  await phone.getByRole("button", { name: "Schowaj tablicę" }).click();
});

test("while the server is away one draws on; what is drawn is saved once, in order", async () => {
  await goOn(home, `/dashboard/tablice/${lessonId}`);
  await painted(home, 10);
  await home.route("**/trpc/board.*", (route) => route.abort());
  for (const width of [3, 2, 1]) {
    await home.getByRole("button", { name: "Kolor i grubość" }).click();
    await home.getByRole("button", { name: `Grubość ${width}` }).click();
    await canvas(home).click({ position: { x: 100 * width, y: 100 } });
  }
  await home.getByText("nie zapisano").waitFor();
  await picture(home, "board-unsaved-phone");
  // What is not saved outlives the window.
  await home.unroute("**/trpc/board.*");
  await home.reload();
  await painted(phone, 13);
  const { operations } = (await admin("GET", `/lesson/${lessonId}/board?since=10`)) as {
    operations: { authorId: string; body: { width: number } }[];
  };
  expect(operations.map(({ body }) => body.width)).toEqual([8, 4, 2]);
  expect(new Set(operations.map(({ authorId }) => authorId))).toEqual(new Set([STUDENT.id]));
});

test("a stroke that begins before the last one was painted loses neither", async () => {
  await desk.getByRole("button", { name: "Pióro" }).click();
  const { x, y, width } = (await canvas(desk).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  for (const [stroke, from] of [60, 120, 180].entries()) {
    await desk.mouse.move(x + width / 4, y + from);
    await desk.mouse.down();
    await desk.mouse.move(x + width / 2, y + from + 10 * stroke);
    await desk.mouse.up();
  }
  await painted(phone, 16);
  await desk.getByRole("button", { name: "Cofnij" }).click();
  await painted(phone, 17);
});

test("words go both ways, and stay in the chat of the two", async () => {
  const text = `Strona 42, zadanie ${NOW.getTime()}`;
  await desk.getByRole("button", { name: "Otwórz rozmowę" }).click();
  await desk.getByRole("textbox", { name: "Treść wiadomości" }).fill(text);
  await desk.getByRole("button", { name: "Wyślij" }).click();
  await phone.getByRole("button", { name: /^Otwórz rozmowę, nowe wiadomości: \d+/ }).click();
  await phone.getByText(text).waitFor();
  await phone.getByRole("textbox", { name: "Treść wiadomości" }).fill("Już mam!");
  // What is half-typed stays while something else is in its place.
  await phone.getByRole("button", { name: "Sprzęt", exact: true }).click();
  await phone.getByRole("button", { name: "Otwórz rozmowę", exact: true }).click();
  const typed = phone.getByRole("textbox", { name: "Treść wiadomości" });
  expect(await typed.inputValue()).toBe("Już mam!");
  await typed.press("Enter");
  await desk.getByText("Już mam!").waitFor();
  await picture(desk, "room-words-desk");
  await picture(phone, "room-words-phone");
  expect(await axeFindings(phone)).toEqual([]);
  for (const page of [desk, phone]) await page.keyboard.press("Escape");
  await desk.getByRole("button", { name: "Sprzęt", exact: true }).click();
  await desk.getByRole("combobox", { name: "Mikrofon" }).waitFor();
  await picture(desk, "room-devices-desk");
  expect(await axeFindings(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
});

test("sound and pictures come back when their relay was killed and is there again", async ({ skip }) => {
  if (!relay) return skip("there is no coturn on this machine");
  await relay.kill();
  // After ten seconds a new connection begins, which says so in other words.
  const trouble = (page: Page) => page.getByText(/^(przerwa w połączeniu|łączenie)…$/);
  await Promise.all([desk, phone].map((page) => trouble(page).waitFor()));
  await relay.start();
  for (const page of [desk, phone]) {
    // Each new connection without the relay takes up to 14 seconds until the next one.
    await trouble(page).waitFor({ state: "detached", timeout: 60_000 });
    await moves(page, person(page));
  }
});

test("another window takes over, and the first one says so; a reload and a return go on as muted as before", async () => {
  await pressAndReload(phone, "Wycisz mikrofon");
  await moves(phone, person(phone));
  await moves(desk, person(desk));
  const isMuted = desk.getByRole("img", { name: "mikrofon wyłączony" });
  await isMuted.waitFor();
  const second = await phoneContext.newPage();
  await second.goto(room());
  await second.getByRole("button", { name: "Wejdź" }).click();
  await phone.getByRole("heading", { name: "Lekcja jest otwarta w innym oknie" }).waitFor();
  await moves(second, person(second));
  await moves(desk, person(desk));
  await isMuted.waitFor({ state: "detached" });
  await second.close();
  await phone.getByRole("button", { name: "Wróć do lekcji w tym oknie" }).click();
  await moves(desk, person(desk));
  await isMuted.waitFor();
  await phone.getByRole("button", { name: "Włącz mikrofon", exact: true }).click();
  await isMuted.waitFor({ state: "detached" });
});

test("a board whose code cannot be loaded says so, and is there once it can; one talks meanwhile", async () => {
  await phone.route("**/assets/room-board-*", (route) => route.abort());
  await phone.reload();
  await moves(phone, person(phone));
  await phone.getByRole("button", { name: /^Pokaż tablicę/ }).click();
  await phone.getByText(/^Nie udało się jeszcze wczytać tablicy/).waitFor();
  await picture(phone, "room-board-late-phone");
  expect(await axeFindings(phone)).toEqual([]);
  await phone.unroute("**/assets/room-board-*");
  await canvas(phone).hover();
  await phone.getByText(/^Nie udało się jeszcze wczytać tablicy/).waitFor({ state: "detached" });
  // Its styles are there, too.
  const drawn = canvas(phone).locator("canvas").first();
  expect(await drawn.evaluate((element) => getComputedStyle(element).position)).toBe("absolute");
  await phone.getByRole("button", { name: "Schowaj tablicę" }).click();
  await moves(phone, person(phone));
});

test("a microphone that falls silent while live is said to its owner, and fetched anew by a page that comes back", async () => {
  const silenced = await phone.evaluateHandle(() => {
    const { microphone } = window as unknown as { microphone: MediaStreamTrack };
    microphone.enabled = false;
    // It counts as silent after ten seconds. In the two that are left it would have beeped.
    const now = Date.now;
    Date.now = () => now() + 8_000;
    return microphone;
  });
  await phone.getByText(/mikrofon nic nie słyszy/).waitFor();
  await phone.getByRole("button", { name: "Włącz mikrofon od nowa" }).waitFor();
  await picture(phone, "room-silent-phone");
  expect(await axeFindings(phone)).toEqual([]);
  expect(await silenced.evaluate(({ readyState, muted }) => [readyState, muted])).toEqual(["live", false]);
  await phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await phone.getByText(/mikrofon nic nie słyszy/).waitFor({ state: "detached" });
  await desk
    .locator("li[data-speaking]")
    .and(desk.getByLabel(person(desk)))
    .waitFor();
});

test("whoever leaves is out, and the lesson shows who was there", async () => {
  await phone.getByRole("button", { name: "Wyjdź" }).click();
  await phone.getByRole("heading", { name: "Jesteś poza salą" }).waitFor();
  await desk.getByText("Jesteś w sali").waitFor();
  await expect
    .poll(() =>
      phone.evaluate(() => (window as unknown as { microphone: MediaStreamTrack }).microphone.readyState),
    )
    .toBe("ended");
  await goOn(home, `/dashboard/zajecia?lekcja=${lessonId}`);
  await home
    .getByRole("region", { name: "Obecność w sali" })
    .getByText(/^nauczyciel 16:\d\d–teraz, uczeń 16:\d\d–1[67]:\d\d, razem \d+ min$/)
    .waitFor();
  await picture(home, "room-evidence-phone");
  await phone.getByRole("button", { name: "Wejdź ponownie" }).click();
  await moves(phone, person(phone));
});

test("words that could not be sent are there for whoever comes back, and go out once", async () => {
  // Not `setOffline`: it keeps what a websocket sends, and delivers it later.
  let areLost = true;
  await phoneContext.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((packet) => {
      if (!(areLost && String(packet).includes("send_message"))) server.send(packet);
    });
  });
  // The room goes on after it, with websockets of this route.
  await phone.reload();
  await phone.getByRole("button", { name: /^Otwórz rozmowę/ }).click();
  await phone.getByRole("textbox", { name: "Treść wiadomości" }).fill("Zaraz wracam");
  await phone.getByRole("textbox", { name: "Treść wiadomości" }).press("Enter");
  await phone.getByText("Wysyłanie…").waitFor();
  await phone.getByRole("button", { name: "Wyjdź" }).click();
  await phone.getByRole("button", { name: "Wejdź ponownie" }).click();
  await phone.getByRole("button", { name: /^Otwórz rozmowę/ }).click();
  areLost = false;
  await phone.getByRole("button", { name: /Wyślij ponownie$/ }).click();
  await desk.getByRole("button", { name: /^Otwórz rozmowę/ }).click();
  await desk.getByText("Zaraz wracam").waitFor();
  await phone.getByText("Wysyłanie…").waitFor({ state: "detached" });
  expect(await phone.getByText("Zaraz wracam").count()).toBe(1);
  for (const page of [desk, phone]) await page.keyboard.press("Escape");
});

test("without permission or camera one enters as a listener, and reads what to press", async () => {
  await phoneContext.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = (wanted) =>
      Promise.reject(new DOMException("", wanted?.audio ? "NotAllowedError" : "NotFoundError"));
  });
  // Whoever leaves stays out.
  await pressAndReload(phone, "Wyjdź");
  await phone.getByRole("alert").getByText("Przeglądarka nie pozwala na użycie mikrofonu.").waitFor();
  await phone.getByText(/wybierz „Spróbuj ponownie”/).waitFor();
  await picture(phone, "room-refused-phone");
  expect(await axeFindings(phone)).toEqual([]);
  await phone.getByRole("button", { name: "Wejdź", exact: true }).click();
  await moves(phone, person(phone));
  await desk.getByRole("img", { name: "mikrofon wyłączony" }).waitFor();
});

test("a parent and an administrator come in beside the two, and are named to everybody", async () => {
  const guests: Page[] = [];
  for (const email of ["mama@demo.pl", "admin@demo.pl"]) {
    const page = await openWindow("phone");
    guests.push(page);
    await signIn(page, email, { at: null });
    await page.goto(room());
    await page.getByRole("button", { name: "Wejdź" }).click();
  }
  for (const page of [desk, phone, ...guests]) {
    const people = page.getByRole("list", { name: "Osoby w sali" }).getByRole("listitem");
    await expect.poll(() => people.count(), SOON).toBe(4);
  }
  for (const page of guests) await movesOrIsTooMuch(page, /Anna Kowalska/);
  for (const label of [/^Magdalena Nowak, rodzic/, /^Maria Wiśniewska, administrator/]) {
    await movesOrIsTooMuch(phone, label);
  }
  await picture(desk, "room-four-desk");
  await picture(phone, "room-four-phone");
  for (const page of guests) await page.context().close();
  const { studentSeconds, visits } = (await admin("GET", `/lesson/${lessonId}/evidence`)) as {
    studentSeconds: number;
    visits: { role: string }[];
  };
  expect(visits.map(({ role }) => role)).toEqual(expect.arrayContaining(["parent", "admin"]));
  expect(studentSeconds).toBeGreaterThan(0);
});

test("an administrator's lesson leads to its board, and says who was there, or that nobody was; the room of a double one's first hour leads to the second", async () => {
  const page = await openWindow("desk");
  const over = await makeLesson({ ...SLOT, block: SLOT.block - 2 }, { blocks: 2 });
  await signIn(page, "admin@demo.pl", { at: `/dashboard/zajecia?lekcja=${over}` });
  const evidence = page.getByRole("region", { name: "Obecność w sali" });
  await evidence.getByText("Nikogo nie było w sali.").waitFor();
  expect(await page.getByRole("link", { name: "Tablica" }).count()).toBe(0);
  await goOn(page, `/dashboard/zajecia?lekcja=${lessonId}`);
  await evidence.getByText(/^nauczyciel 16:\d\d–teraz, uczeń .*, razem \d+ min$/).waitFor();
  await picture(page, "room-evidence-admin");
  await page.getByRole("link", { name: "Tablica" }).click();
  await painted(page, 17);
  await page.goto(`/lekcja/${over}/sala`);
  await page.getByText("Ta sala jest już zamknięta").waitFor();
  await page.getByRole("link", { name: "Druga godzina: przejdź do sali" }).click();
  await page.getByRole("button", { name: "Wejdź" }).waitFor();
  await page.context().close();
});

test("a long formula is written on the page alone, however near to its edge it was begun", async () => {
  const sum = Array.from({ length: 60 }, (_, at) => `x_{${at}}`).join("+");
  await desk.getByRole("button", { name: "Wzór" }).click();
  const page = (await canvas(desk).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await canvas(desk).click({ position: { x: page.width * 0.8, y: page.height / 2 } });
  await desk.getByRole("textbox", { name: "Wpisz wzór w LaTeX-u" }).fill(sum);
  await desk.getByRole("textbox", { name: "Wpisz wzór w LaTeX-u" }).press("Enter");
  const formula = desk.getByRole("img", { name: sum });
  await formula.locator(".katex").first().waitFor();
  const right = async () => {
    const { x, width } = (await formula.boundingBox()) ?? { x: 0, width: 0 };
    return x + width - page.x;
  };
  await expect.poll(right, SOON).toBeLessThanOrEqual(page.width + 1);
  expect(await right()).toBeGreaterThan(page.width / 2);
});

test("a lesson that is cancelled closes its room, and goes on saying why; one enters again once it stands", async () => {
  const asked: string[] = [];
  for (const page of [desk, phone]) {
    page.on("request", (request) => {
      if (request.url().includes("/trpc/classroom.room")) asked.push(request.url());
    });
  }
  await admin("POST", `/admin/lesson/${lessonId}`, {
    ...slotToWire(SLOT),
    status: "Odwolana przez nauczyciela",
    description: "",
  });
  for (const page of [desk, phone]) {
    await page.getByRole("heading", { name: "Lekcja została odwołana" }).waitFor({ timeout: 10_000 });
    // What the page asks as it is put out, it has asked by then.
    await page.evaluate(() => fetch("/healthz").then((answer) => answer.text()));
  }
  expect(asked).toEqual([]);
  await picture(desk, "room-cancelled-desk");
  for (const page of [desk, phone]) {
    await page.getByRole("button", { name: "Wejdź ponownie" }).click();
    await page.getByText("Ta lekcja jest odwołana").waitFor();
  }
  // It was a mistake.
  await confirmAt(SLOT);
  await desk.getByRole("button", { name: "Wejdź", exact: true }).waitFor();
});

test("whoever waits before the room of a lesson that is moved reads its new hours", async () => {
  for (const slot of [{ ...SLOT, block: SLOT.block + 1 }, SLOT]) {
    await confirmAt(slot);
    for (const page of [desk, phone]) await page.getByText(longSlot(slot.date, slot.block)).waitFor();
  }
});

test("a lesson at the teacher's own address: the visit is noted, and one button leads there", async () => {
  const address = "https://zoom.us/j/5551112222";
  const teacher = await restAs(TEACHER.email, DEMO_PASSWORD, product.url);
  await teacher("PUT", "/user/update", {
    ...((await teacher("GET", "/user/profile")) as object),
    meetingRoom: address,
  });
  await desk.route("https://zoom.us/**", (route) =>
    route.fulfill({ body: "Zoom", contentType: "text/html" }),
  );
  // Whoever waits before the room sees it.
  for (const page of [desk, phone]) {
    await page.getByText("Ta lekcja odbywa się pod zewnętrznym adresem.").waitFor();
  }
  expect(await axeFindings(phone)).toEqual([]);
  await picture(desk, "room-outside-desk");
  await picture(phone, "room-outside-phone");
  const left = async () => {
    const { visits } = (await admin("GET", `/lesson/${lessonId}/evidence`)) as {
      visits: { userId: string; leftAt: string | null }[];
    };
    return visits.findLast(({ userId }) => userId === TEACHER.id)?.leftAt ?? "";
  };
  const before = await left();
  await desk.getByRole("button", { name: "Przejdź do spotkania" }).click();
  await desk.waitForURL(address);
  expect((await left()) > before).toBe(true);
});

/** An administrator confirms the lesson at this slot. */
async function confirmAt(slot: typeof SLOT): Promise<void> {
  const edit = { ...slotToWire(slot), status: "Potwierdzona", description: "" };
  await admin("POST", `/admin/lesson/${lessonId}`, edit);
}

/** Somebody's browser, whose pages know their microphone. */
async function openWindow(size: Size, scheme: Scheme = "light"): Promise<Page> {
  const { page, context } = await openBrowser({ size, scheme, baseURL: product.url });
  page.setDefaultTimeout(30_000);
  await context.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      const [microphone] = stream.getAudioTracks();
      if (microphone) Object.assign(window, { microphone });
      return stream;
    };
  });
  return page;
}

const room = () => `/lekcja/${lessonId}/sala`;
/** The other one, as this page names them. */
const person = (page: Page) => (page === desk ? /Jakub Nowak/ : /Anna Kowalska/);

const canvas = (page: Page) => page.getByRole("application", { name: /^Tablica/, includeHidden: true });

/** How many rows of pixels are not white at a third of a page's width, where nothing is drawn. */
const linesAcross = (page: Page) =>
  canvas(page)
    .locator("canvas")
    .first()
    .evaluate((element) => {
      const base = element as HTMLCanvasElement;
      const context = base.getContext("2d");
      const { data } = context?.getImageData(Math.round(base.width / 3), 0, 1, base.height) ?? { data: [] };
      return Array.from({ length: base.height }, (_, row) => data.slice(4 * row, 4 * row + 4)).filter(
        ([red = 0, , , opaque]) => opaque === 255 && red < 255,
      ).length;
    });

/** Waits until a page has the board up to an operation. */
async function painted(page: Page, seq: number): Promise<void> {
  await expect.poll(() => canvas(page).getAttribute("data-painted").then(Number), SOON).toBe(seq);
}

const video = (page: Page, label: RegExp | string) =>
  page
    .locator("li, section")
    .filter({ has: page.locator("video") })
    .and(page.getByLabel(label))
    .locator("video");

/** Waits until the picture in a tile moves. */
async function moves(page: Page, label: RegExp | string): Promise<void> {
  const element = video(page, label).first();
  await element.waitFor();
  await expect
    .poll(
      () => element.evaluate((shown: HTMLVideoElement) => shown.videoWidth > 0 && shown.currentTime > 0.2),
      SOON,
    )
    .toBe(true);
}

/**
 * The same; or the tile says that the picture gave way to the sound: four people's pictures may be more than a busy machine
 * carries.
 */
async function movesOrIsTooMuch(page: Page, label: RegExp): Promise<void> {
  const gaveWay = page.getByRole("listitem", { name: label }).getByText("słabe łącze");
  await gaveWay.or(video(page, label)).first().waitFor();
  if (await gaveWay.isVisible()) return;
  await Promise.any([moves(page, label), gaveWay.waitFor()]);
}

/** Presses a button and reloads the page before the next paint: there is none. */
async function pressAndReload(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name, exact: true }).evaluate((button: HTMLElement) => {
    window.requestAnimationFrame = () => 0;
    button.click();
    location.reload();
  });
  await loaded;
}

async function makeLesson(at = SLOT, more: { blocks?: number } = {}): Promise<string> {
  const slot = slotToWire(at);
  const people = { teacherId: TEACHER.id, studentId: STUDENT.id };
  const lesson = { ...slot, ...people, subject: "Matematyka", subjectLevel: "liceumP", ...more };
  const { _id } = (await admin("PUT", "/admin/lesson", lesson)) as { _id: string };
  await admin("POST", `/admin/lesson/${_id}`, { ...slot, status: "Potwierdzona", description: "" });
  return _id;
}
