import { plural } from "@korki/domain";

/** What convinces visitors beside the form of a trial lesson (rules §29). */
export const trialLandingTexts = {
  steps: "Jak to działa",
  stepList: [
    {
      title: "Wysyłasz zgłoszenie",
      text: "Wybierasz przedmiot i poziom. To zajmuje minutę i nic nie kosztuje.",
    },
    {
      title: "Ustalamy termin",
      text: "Dzwonimy albo potwierdzamy termin, który wybierzesz. Link do spotkania przychodzi e-mailem.",
    },
    {
      title: "Spotykacie się online",
      text: "30 minut z korepetytorem. Potem decydujesz, czy chcesz regularnych lekcji.",
    },
  ],
  teachers: "Nasi korepetytorzy",
  prices: "Cennik",
  pricesText: "Cena jednej lekcji, która trwa 60 minut.",
  packages: "Pakiety",
  anySubject: "dowolny przedmiot",
  packageOf: (lessons: number, price: number) =>
    `${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")} za ${price}\u00a0zł`,

  chosen: "Wybrany termin",
  chosenText:
    "Potwierdzimy go e-mailem lub telefonicznie. Potwierdzenie zgłoszenia jest już na Twojej poczcie.",
  toCalendar: "Dodaj do kalendarza",
  slot: "Termin (opcjonalnie)",
  slotHint: "Wolne półgodziny. Termin potwierdzimy e-mailem lub telefonicznie.",
  anyTime: "Zadzwońcie, ustalimy termin",
  noSlots: "Brak wolnych terminów w najbliższych dwóch tygodniach. Zadzwonimy, żeby ustalić termin.",
  day: "Dzień",
  hour: "Godzina",

  settings: "Strona zapisów na lekcję próbną",
  settingsText:
    "Pokazujemy na niej ceny, pakiety i nauczycieli, którzy zgodzili się na to w swoich ustawieniach.",
  offersTrialSlots: "Goście wybierają wolny termin",
  offersTrialSlotsText:
    "Wolne półgodziny nauczycieli, którzy chcą więcej uczniów. Termin zajmuje nauczyciela dopiero, gdy go potwierdzisz.",
  wished: "Wybrany termin",
  wishedWith: (slot: string, teacher: string) => (teacher ? `${slot}, ${teacher}` : slot),
} as const;
