import { plural } from "@korki/domain";

/** Weekly availability (rules §§22, 26). */
export const availabilityTexts = {
  heading: "Godziny dyspozycji korepetytora",
  saved: "Godziny dostępności zostały zaktualizowane",
  startsAfterEnd: "Godzina rozpoczęcia nie może być późniejsza niż godzina końca",
  overlap: "Godziny z tego samego dnia nie mogą się pokrywać. np. (7-9 i 9-12) LUB (7-10 i 9-12)",
  unknownDay: "Niepoprawny dzień tygodnia",
  tooMany: "Za dużo przedziałów godzinowych",
  dayOutOfReach: "Godziny jednego dnia można zmienić od dzisiaj do 12 miesięcy naprzód",
  otherWeekday: "Dzień tygodnia nie zgadza się z datą",
  nothingAdded: "Podaj dodatkowe godziny albo zastąp nimi godziny z tygodnia",
  endsBeforeStart: "Ostatni dzień nie może być wcześniejszy niż pierwszy",
  teacherNotFound: "Nie znaleziono nauczyciela",
} as const;

/** Hours of one date, on the screens of teachers and administrators (rules §34). */
export const dayHoursTexts = {
  title: "Godziny jednego dnia",
  text: "Dodaj godziny tylko w wybranym dniu, zastąp nimi zwykłe godziny albo weź wolne. Pozostałe tygodnie się nie zmienią.",
  change: "Zmień godziny jednego dnia",
  date: "Dzień",
  kind: "Co się zmienia",
  kinds: {
    add: "Dodatkowe godziny, oprócz tych z tygodnia",
    replace: "Inne godziny niż w tygodniu",
    free: "Dzień wolny",
  },
  from: "Od godziny",
  to: "Do godziny",
  addSection: "Dodaj przedział",
  removeSection: "Usuń przedział",
  save: "Zapisz dzień",
  saved: "Godziny tego dnia zostały zapisane",
  none: "Żaden najbliższy dzień nie różni się od zwykłego tygodnia",
  besides: (hours: string) => `Dodatkowo ${hours}`,
  instead: (hours: string) => `Tylko ${hours}`,
  freeDay: "Dzień wolny",
  edit: "Zmień",
  remove: "Usuń",
  removeQuestion: (day: string) => `Przywrócić zwykłe godziny: ${day}?`,
  removeText: "Tego dnia znowu będą obowiązywać godziny z tygodnia. Umówione lekcje zostają.",
  keepIt: "Zostaw",
  removed: "Tego dnia znowu obowiązują godziny z tygodnia",
  /** The starts of lessons that are outside the hours of their day. */
  lessonsStay: (day: string, starts: readonly string[]) =>
    `${plural(starts.length, "Lekcja", "Lekcje", "Lekcje")} poza godzinami (${day}, ${starts.join(", ")}) ${plural(starts.length, "zostaje", "zostają", "zostają")} bez zmian.`,
} as const;
