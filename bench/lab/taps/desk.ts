import { CAST } from "@korki/demo/people";
import { addDays, blockAt } from "@korki/domain";
import { TODAY } from "./centre";
import type { Hand } from "./hand";
import { type Job, must, noteLesson, type WireLesson } from "./jobs";

const TEACHER = CAST.anna.email;
const ADMIN = CAST.admin.email;
const MAJA = {
  teacherId: CAST.anna.id,
  studentId: CAST.maja.id,
  subject: "Matematyka",
  subjectLevel: "szkolaP",
};

const attention = ({ page }: Hand) => page.getByRole("region", { name: "Co teraz" });
const lanes = ({ page }: Hand) => page.getByRole("region", { name: "Dzisiaj", exact: true });
const laneOf = (hand: Hand, teacher: string) => lanes(hand).getByRole("row", { name: teacher });
const undo = ({ page }: Hand) => page.getByRole("alert").getByRole("button", { name: "Cofnij" });

/** What teachers come for on a phone, and administrators at a desk. */
export const DESK_JOBS: readonly Job[] = [
  {
    name: "teacher: confirm one",
    peer: 1,
    peerName: "all",
    async run(centre) {
      const hand = await centre.open("phone", TEACHER);
      await hand.tap(hand.button(/^Potwierdź: /, attention(hand)));
      await undo(hand).first().waitFor();
      return hand;
    },
  },
  {
    name: "teacher: confirm seven",
    peer: 2,
    peerName: "all",
    async run(centre) {
      // Weeks later, so that no other job is in the way.
      for (let block = 0; block < 7; block += 1)
        await noteLesson(centre, MAJA, 19, block, "Nie potwierdzona");
      const hand = await centre.open("phone", TEACHER);
      const all = hand.button(/^Potwierdź wszystkie/);
      await hand.tap(all);
      await undo(hand).first().waitFor();
      await all.waitFor({ state: "detached" });
      return hand;
    },
  },
  {
    name: "teacher: held, report and homework",
    peer: 3,
    peerName: "TutorBird",
    async run(centre) {
      await noteLesson(centre, MAJA, -1, 12);
      const hand = await centre.open("phone", TEACHER);
      const { page } = hand;
      const hour = new RegExp(blockAt(12).start);
      const line = attention(hand).getByRole("listitem").filter({ hasText: hour });
      await hand.tap(hand.button(/^Odbyła się/, line));
      await hand.tap(hand.link(/^Napisz raport/, line));
      await hand.type(page.getByLabel("Co było na lekcji"), "Ułamki");
      await hand.type(page.getByLabel("Zadanie domowe"), "Zadania 1–3");
      await hand.tap(hand.button("Zapisz raport"));
      await page.getByText("Zadania 1–3").first().waitFor();
      return hand;
    },
  },
  {
    name: "teacher: a week off with eight lessons",
    peer: 6,
    peerName: "TutorBird",
    async run(centre) {
      const hand = await centre.open("phone", TEACHER);
      const { page } = hand;
      await hand.tap(hand.button(/^Otwórz menu/));
      await hand.tap(hand.link("Moje nieobecności"));
      // The week of the seven that were confirmed, so that no other job is in the way.
      await hand.type(page.getByLabel("Od", { exact: true }), addDays(TODAY, 13));
      await hand.type(page.getByLabel("Do", { exact: true }), addDays(TODAY, 19));
      await hand.tap(page.getByRole("button", { name: "Dodaj", exact: true }));
      await hand.tap(hand.button("Odwołaj wszystkie"));
      await hand.tap(hand.button("Zapisz i powiadom"));
      await page.getByText("Dodano").waitFor();
      return hand;
    },
  },
  {
    name: "teacher: weekly lesson for a known pupil",
    peer: 5,
    peerName: "Google Calendar",
    async run(centre) {
      const hand = await centre.open("phone", CAST.piotr.email);
      const { page } = hand;
      const planned = page.getByLabel("Zaplanowane lekcje", { exact: true }).locator("li");
      await hand.tap(hand.button(/^Więcej/, planned.filter({ hasText: CAST.lena.surname }).first()));
      await hand.tap(hand.link("Powtarzaj co tydzień"));
      await hand.tap(hand.button("Sprawdź terminy"));
      await hand.tap(hand.button(/^Zarezerwuj \d+ lekc/));
      await page.getByRole("heading", { name: /^Wtorki/ }).waitFor();
      return hand;
    },
  },
  {
    name: "teacher: cancel own side",
    peer: 3,
    peerName: "all",
    async run(centre) {
      const hand = await centre.open("phone", CAST.ewa.email);
      await hand.tap(hand.button(/.+/, hand.page.getByRole("region", { name: "Następna lekcja" })));
      await hand.tap(hand.button("Odwołaj lekcję"));
      const question = hand.page.getByRole("form", { name: /^Odwołać lekcję/ });
      await hand.tap(hand.button("Odwołaj lekcję", question));
      await hand
        .dialog("Szczegóły lekcji")
        .getByText(/^Odwołana/)
        .first()
        .waitFor();
      return hand;
    },
  },
  {
    name: "administrator: see today",
    peer: 0,
    peerName: "all",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      await hand.see(laneOf(hand, "Anna Kowalska").getByText("Maja Kamińska"));
      must(hand.scrolled === 0, "today is in view");
      return hand;
    },
  },
  {
    name: "administrator: add a lesson at an empty slot",
    peer: 4,
    peerName: "TutorBird",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      const form = hand.dialog("Dodaj lekcję");
      await hand.tap(hand.button("Dodaj lekcję: Anna Kowalska, 18:55–19:55", lanes(hand)));
      await hand.tap(form.getByRole("combobox", { name: "Uczeń" }));
      await hand.tap(hand.page.getByRole("option", { name: "Maja Kamińska" }));
      await form.locator("select:has(option:checked[value=szkolaP])").waitFor();
      await hand.tap(hand.button("Dodaj lekcję", form));
      await hand.page.getByText("Dodano lekcję").waitFor();
      return hand;
    },
  },
  {
    name: "administrator: move by dragging",
    peer: 1,
    peerName: "Google",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      const lane = laneOf(hand, "Piotr Zieliński");
      await hand.drag(hand.button(/Lena/, lane), lane.getByRole("button", { name: /18:55–19:55/ }));
      await undo(hand).first().waitFor();
      const student = await centre.as(CAST.lena.email);
      const lessons = await student<WireLesson[]>("GET", "/api/student/lessons");
      must(
        lessons.some(({ dateDay, blockIndex }) => dateDay === 24 && blockIndex === 11),
        "another hour",
      );
      return hand;
    },
  },
  {
    name: "administrator: cancel one lesson",
    peer: 2,
    peerName: "all",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      await hand.tap(hand.button(/Lena/, laneOf(hand, "Piotr Zieliński")));
      await hand.tap(hand.button("Uczeń odwołał", hand.dialog("Lekcja")));
      await undo(hand).first().waitFor();
      return hand;
    },
  },
  {
    name: "administrator: record a transfer of a debtor",
    peer: 4,
    peerName: "Stripe, TutorBird",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      const { page } = hand;
      const debtors = attention(hand).getByRole("listitem").filter({ hasText: /zł/ });
      await hand.tap(debtors.getByRole("link").first());
      await hand.tap(page.getByRole("link", { name: "Finanse", exact: true }));
      await hand.tap(hand.button("Dodaj wpłatę"));
      const form = hand.dialog("Dodaj wpłatę");
      await hand.tap(hand.button("Dodaj wpłatę", form));
      await page.getByText("Dodano wpłatę").waitFor();
      return hand;
    },
  },
  {
    name: "administrator: pay all teachers for a month",
    peer: 5,
    peerName: "Teachworks",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      const { page } = hand;
      await hand.tap(hand.link("Firma"));
      await hand.tap(hand.link("Wypłaty miesiąca"));
      await hand.tap(hand.button("Przygotuj wypłaty"));
      await hand.tap(hand.button(/^Zatwierdź/));
      await hand.tap(hand.button("Zatwierdź", hand.dialog("Zatwierdzić wypłaty?")));
      await page.getByText("Nic do wypłaty").waitFor();
      return hand;
    },
  },
  {
    name: "administrator: request, trial, pupil, first lesson",
    peer: 12,
    peerName: "ActiveNow",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      const { page } = hand;
      const sheet = hand.dialog("Lekcja próbna");
      const hours = (start: string) => page.getByRole("radio", { name: new RegExp(`^${start}`) });
      await hand.tap(
        attention(hand)
          .getByRole("link", { name: /od 22 listopada/ })
          .first(),
      );
      await hand.tap(hand.button("Umów termin", sheet));
      await hand.type(sheet.getByLabel("Dzień"), "28");
      await hand.tap(hours("11:20"));
      await hand.tap(sheet.getByRole("combobox", { name: "Nauczyciel" }));
      await hand.tap(page.getByRole("option", { name: "Anna Kowalska" }));
      await hand.tap(hand.button("Umów termin", sheet));
      await hand.tap(hand.button("Załóż konto ucznia", sheet));
      await hand.type(sheet.getByLabel("Imię ucznia"), "Amelia");
      await hand.type(sheet.getByLabel("Imię rodzica"), "Joanna");
      await hand.tap(hand.button("Załóż konto ucznia", sheet.getByRole("form")));
      await hand.tap(hand.link("Dodaj pierwszą lekcję", sheet));
      const form = page.getByRole("form", { name: "Dodaj lekcję" });
      await form.waitFor();
      must((await form.getByLabel("Przedmiot").inputValue()) === "Matematyka", "the trial's subject");
      await hand.type(form.getByLabel("Dzień"), "30");
      await hand.tap(hours("18:55"));
      await hand.tap(hand.button("Dodaj lekcję", form));
      await page.getByText("Dodano lekcję").waitFor();
      return hand;
    },
  },
  {
    name: "administrator: who is calling",
    peer: 1,
    peerName: "all",
    async run(centre) {
      const hand = await centre.open("desk", ADMIN);
      const { page } = hand;
      await page.keyboard.press("Control+k");
      hand.typed += 1;
      await hand
        .dialog()
        .getByRole("textbox")
        .or(hand.dialog().getByRole("searchbox"))
        .first()
        .fill(CAST.maja.phone.slice(3));
      await hand.tap(hand.button("Maja Kamińska", hand.dialog()));
      await page.getByRole("heading", { level: 1, name: "Maja Kamińska" }).waitFor();
      return hand;
    },
  },
];
