import { CAST } from "@korki/demo/people";
import { addDays, type Level } from "@korki/domain";
import { type Centre, newAddress, TODAY } from "./centre";
import { Hand } from "./hand";
import { type Job, must, type WireLesson } from "./jobs";

const PASSWORD = "Nauka2026";
/** An hour in a list of free ones. */
const HOUR = /^\d+:\d\d–/;

const firstHour = ({ page }: Hand) => page.getByRole("radio", { name: HOUR }).first();
const nextLesson = (hand: Hand) =>
  hand.button(/.+/, hand.page.getByRole("region", { name: "Następna lekcja" }));

/** Takes away what is paid, so that the lessons ahead are due. */
async function oweLessons(centre: Centre, studentId: string, subjectLevel: Level): Promise<void> {
  const admin = await centre.as(CAST.admin.email);
  const taken = { studentId, subject: "Matematyka", subjectLevel, quantity: -30, desc: "korekta" };
  await admin("POST", "/api/admin/ledger_adjustment", taken);
}

/** What visitors, students and parents come for, on a phone. */
export const FAMILY_JOBS: readonly Job[] = [
  {
    name: "register, confirm, sign in",
    peer: 3,
    peerTyped: 3,
    peerName: "Allegro",
    async run(centre) {
      const hand = await centre.open("phone", null, "/auth");
      const { page } = hand;
      const email = newAddress("nowa");
      await hand.tap(hand.button("Nie masz konta? Zarejestruj się!"));
      await hand.type(page.getByLabel("Imię"), "Zofia");
      await hand.type(page.getByLabel("Nazwisko"), "Próbna");
      await hand.type(page.getByLabel("E-mail"), email);
      await hand.type(page.getByLabel("Telefon"), "600100200");
      await hand.type(page.getByLabel("Hasło", { exact: true }), PASSWORD);
      await hand.tap(hand.button("Załóż konto"));
      await page.getByText("Konto zostało utworzone").waitFor();
      await hand.follow(await centre.linkTo(email, "/potwierdz/"));
      await page.waitForURL("**/dashboard**");
      await page.getByRole("heading", { level: 1, name: "Zajęcia" }).waitFor();
      return hand;
    },
  },
  {
    name: "forgotten password",
    peer: 4,
    peerTyped: 3,
    peerName: "Google",
    async run(centre) {
      const hand = await centre.open("phone", null, "/auth");
      const { page } = hand;
      await hand.tap(hand.button("Nie pamiętasz hasła?"));
      await hand.type(page.getByLabel("E-mail"), CAST.oliwia.email);
      await hand.tap(hand.button("Wyślij link"));
      await page.getByText("Wysłaliśmy e-mail").waitFor();
      await hand.follow(await centre.linkTo(CAST.oliwia.email, "/regen_pass/"));
      await hand.type(page.getByLabel("Nowe hasło", { exact: true }), PASSWORD);
      await hand.type(page.getByLabel("Powtórz nowe hasło"), PASSWORD);
      await hand.tap(hand.button("Zmień hasło"));
      await page.waitForURL("**/dashboard**");
      return hand;
    },
  },
  {
    name: "ask for a trial lesson with its half hour",
    peer: 3,
    peerTyped: 2,
    peerName: "cal.com",
    async run(centre) {
      const admin = await centre.as(CAST.admin.email);
      await admin("POST", "/trpc/centre.saveSettings", { offersTrialSlots: true });
      // The peer's page is that of one subject, too.
      const address = "/lekcja_probna?przedmiot=Matematyka&poziom=liceumP";
      const hand = await centre.open("phone", null, address);
      const { page } = hand;
      await hand.choose(page.getByLabel("Dzień"), addDays(TODAY, 1));
      await hand.type(page.getByLabel("E-mail"), newAddress("gosc"));
      await hand.type(page.getByLabel("Numer telefonu"), "600100200");
      await hand.tap(hand.button("Wyślij zgłoszenie"));
      await page.getByRole("heading", { level: 1, name: "Dziękujemy za zgłoszenie!" }).waitFor();
      await page.getByText("Wybrany termin:").waitFor();
      return hand;
    },
  },
  {
    name: "book a lesson, usual subject",
    peer: 3,
    peerName: "cal.com",
    async run(centre) {
      const student = await centre.as(CAST.jakub.email);
      const count = async () => (await student<WireLesson[]>("GET", "/api/student/lessons")).length;
      const before = await count();
      const hand = await centre.open("phone", CAST.jakub.email);
      await hand.tap(hand.link("Zarezerwuj"));
      await hand.tap(firstHour(hand));
      await hand.tap(hand.button("Zarezerwuj"));
      await hand.page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
      must((await count()) === before + 1, "a lesson more");
      return hand;
    },
  },
  {
    name: "book the last one again",
    peer: 3,
    peerName: "Booksy",
    async run(centre) {
      const student = await centre.as(CAST.maja.email);
      const count = async () => (await student<WireLesson[]>("GET", "/api/student/lessons")).length;
      const before = await count();
      const hand = await centre.open("phone", CAST.maja.email);
      const finished = hand.page.getByLabel("Zrealizowane lekcje", { exact: true }).locator("li");
      await hand.tap(hand.button(/^Więcej/, finished.first()));
      await hand.tap(hand.link("Zarezerwuj ponownie"));
      await hand.page.getByRole("radio", { name: HOUR, checked: true }).waitFor();
      await hand.tap(hand.button("Zarezerwuj"));
      await hand.page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
      must((await count()) === before + 1, "a lesson more");
      return hand;
    },
  },
  {
    name: "weekly lesson",
    peer: 5,
    peerName: "Google Calendar",
    async run(centre) {
      const hand = await centre.open("phone", CAST.jakub.email);
      await hand.tap(hand.link("Zarezerwuj"));
      await hand.tap(firstHour(hand));
      await hand.tap(hand.page.getByRole("checkbox", { name: "Powtarzaj co tydzień" }));
      await hand.tap(hand.button(/^Poproś o \d+ lekc/));
      // It costs more than a child decides: the parent who pays is asked first.
      await hand.page.getByText(/^Poprosiliśmy o zgodę rodzica, który płaci/).waitFor();
      const student = await centre.as(CAST.jakub.email);
      must((await student<unknown[]>("GET", "/api/series")).length === 1, "a weekly lesson");
      return hand;
    },
  },
  {
    name: "move one lesson by a day",
    peer: 4,
    peerName: "cal.com",
    async run(centre) {
      const hand = await centre.open("phone", CAST.lena.email);
      const { page } = hand;
      // Saturday's lesson: the teacher gives lessons at the same hour on the day after.
      const saturday = page.getByLabel("Zaplanowane lekcje", { exact: true }).locator("li");
      await hand.tap(hand.button(/^Więcej.*28 listopada/, saturday));
      await hand.tap(hand.button("Zaproponuj inny termin"));
      await hand.tap(page.getByRole("radio", { name: /29 listopada/ }));
      await page.getByRole("radio", { name: HOUR, checked: true }).waitFor();
      await hand.tap(hand.button("Wyślij propozycję"));
      await page
        .getByText(/Czekamy na odpowiedź\./)
        .first()
        .waitFor();
      return hand;
    },
  },
  {
    name: "answer a proposal",
    peer: 1,
    peerName: "here",
    async run(centre) {
      const student = await centre.as(CAST.szymon.email);
      const lessons = await student<WireLesson[]>("GET", "/api/student/lessons");
      const lesson = lessons.find(({ dateDay, dateMonth }) => dateDay === 26 && dateMonth === 11);
      const teacher = await centre.as(CAST.anna.email);
      const date = addDays(TODAY, 3);
      const proposal = { lessonId: lesson?._id, version: 1, date, block: 7 };
      await teacher("POST", "/trpc/lessons.proposeReschedule", proposal);
      const hand = await centre.open("phone", CAST.szymon.email);
      await hand.tap(hand.button(/^Przyjmij/));
      await hand.page.getByText("Przyjęto").first().waitFor();
      const after = await student<WireLesson[]>("GET", "/api/student/lessons");
      must(after.find(({ _id }) => _id === lesson?._id)?.dateDay === 27, "the lesson is on another day");
      return hand;
    },
  },
  {
    name: "cancel",
    peer: 3,
    peerName: "Booksy",
    async run(centre) {
      const hand = await centre.open("phone", CAST.antoni.email);
      await hand.tap(nextLesson(hand));
      await hand.tap(hand.button("Odwołaj lekcję"));
      const question = hand.page.getByRole("form", { name: /^Odwołać lekcję/ });
      await hand.tap(hand.button(/^Odwołaj/, question));
      await hand.dialog("Szczegóły lekcji").getByText("Odwołana").first().waitFor();
      return hand;
    },
  },
  {
    name: "pay what is due (parent)",
    peer: 3,
    peerName: "Allegro with BLIK",
    async run(centre) {
      await oweLessons(centre, CAST.jakub.id, "liceumP");
      const hand = await centre.open("phone", CAST.mama.email);
      await hand.tap(
        hand
          .button(/^Zapłać razem/)
          .or(hand.button(/^Zapłać \d/))
          .first(),
      );
      await hand.tap(hand.button(/^Zapłać \d.*,\d\d/));
      await hand.dialog("Zamówienie").getByText("Opłacone", { exact: true }).waitFor();
      return hand;
    },
  },
  {
    name: "why is so much due",
    peer: 1,
    peerName: "mBank",
    async run(centre) {
      await oweLessons(centre, CAST.antoni.id, "liceumR");
      const hand = await centre.open("phone", CAST.antoni.email);
      await hand.tap(hand.link(/^Do zapłaty/));
      await hand.see(hand.page.getByText(/\d+ .*[−-].* = /).first());
      return hand;
    },
  },
  {
    name: "link Telegram, after a first booking",
    peer: 2,
    peerName: "a deep link",
    async run(centre) {
      const booking = await centre.open("phone", CAST.lena.email, "/dashboard/zajecia/rezerwacja");
      await booking.tap(firstHour(booking));
      await booking.tap(booking.button("Zarezerwuj"));
      const { page } = booking;
      await page.getByText("Zarezerwowano lekcję poprawnie").waitFor();
      await page.goto("/dashboard");
      const hand = new Hand(page, "phone");
      const [messenger] = await Promise.all([
        page.context().waitForEvent("page"),
        hand.tap(hand.link("Połącz z Telegramem")),
      ]);
      await messenger.getByLabel("Nowy telefon, imię").fill("Lena");
      // It stands for START in the messenger.
      await messenger.getByRole("button", { name: "Dodaj i otwórz" }).click();
      hand.taps += 1;
      await messenger.close();
      await page.goto("/dashboard/ustawienia");
      await page.getByText("Połączono", { exact: true }).waitFor();
      return hand;
    },
  },
];
