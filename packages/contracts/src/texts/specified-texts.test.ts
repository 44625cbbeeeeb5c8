import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

/**
 * Every text that the specification quotes (sections 2, 5, 7, 8), as it stands there: without Polish letters. The
 * catalogue shows them with their letters (rules §9), so both are compared folded.
 */
const SPECIFIED = [
  "Nie znalezlismy strony",
  "Logowanie",
  "Rejestracja",
  "Odzyskiwanie konta",
  "Nie masz konta? Zarejestruj sie!",
  "Masz juz konto? Zaloguj sie!",
  "Nie pamietasz hasla?",
  "Wybierz uzytkownika",
  "Nie masz zadnych wiadomosci",
  "Dodaj lekcje",
  "Odswiez",
  "Odswiezono",
  "Zaplanowane lekcje",
  "Zrealizowane lekcje",
  "Dostepne lekcje",
  "Brak",
  "Wiecej",
  "Niepotwierdzona",
  "Odwolana",
  "Wroc do listy",
  "Temat zajec",
  "Zarezerwuj",
  "Edytuj godziny dostepnosci",
  "Dodaj przedzial godzinowy",
  "Zapisz",
  "Historia wplat",
  "Brak przydzielonego ucznia",
  "Zajecia",
  "Chat",
  "Ustawienia",
  "Platnosci",
  "Uczniowie",
  "Nauczyciele",
  "Firma",
  "wyplata",
  "wplata",
  "Brak danych do wyswietlenia.",
  "Haslo musi miec przynajmniej 8 znakow",
  "Haslo musi miec przynajmniej 1 duza litere",
  "Hasla nie sa takie same",
  "Imie musi miec przynajmniej 3 znaki",
  "Bledny numer telefonu",
  "Hasla roznia sie od siebie",
  "Aby dokonac rezerwacji, musisz wybrac dzien.",
  "Godziny z tego samego dnia nie moga sie pokrywac. np. (7-9 i 9-12) LUB (7-10 i 9-12)",
  "Zaznacz przedmiot",
  "Zaznacz poziom edukacji",
  "Podaj numer telefonu",
  "Niepoprawny dzien",
  "Niepoprawny przedmiot",
  "Niepoprawny poziom przedmiotu",
  "Nie dokonano zadnych zmian",
  "Zarezerwowano lekcje poprawnie, poczekaj, az nauczyciel ja potwierdzi",
  "Godziny dostepnosci zostaly zaktualizowane",
  "Wystapil blad",
  "Zly kod",
  "Nie zaktualizowano lekcji",
  "Nie usunieto lekcji",
  "Zalogowano poprawnie",
  "Dane zostaly poprawnie zmienione",
  "Konto zostalo poprawnie polaczone",
  "Usunieto relacje",
  "Dodano relacje",
  "Usunieto platnosc",
  "Dodano platnosc",
  "Zapisano",
  "Zaktualizowano",
  "Usunieto wplate",
  "Dodano wplate",
  "Zaktualizowano lekcje",
  "Usunieto lekcje",
  "Dodano lekcje",
  "Poprawnie wyslano formularz",
];

/** Typing slips of the specification, and what stands instead: exactly these (rules §9). */
const CORRECTIONS: Readonly<Record<string, string>> = {
  "Nie poprawny email": "Niepoprawny adres e-mail",
  "Podaj adres email": "Podaj adres e-mail",
  "Poczekaj az administrator przydzieli tobie nauczyciela":
    "Poczekaj, az administrator przydzieli Ci nauczyciela",
  "Dany nie zostaly zmienione": "Dane nie zostaly zmienione",
  "Godziny dyspozyji korepetytora": "Godziny dyspozycji korepetytora",
  "Aby dokonac rezerwacji, musisz blok godzinowy.": "Aby dokonac rezerwacji, musisz wybrac blok godzinowy.",
  "Godzina rozpoczecia nie moze byc pozniejsza niz godzinia konca":
    "Godzina rozpoczecia nie moze byc pozniejsza niz godzina konca",
};

const catalogue = new Set<string>();
for (const file of readdirSync(import.meta.dirname)) {
  if (file.endsWith(".ts") && !file.endsWith(".test.ts")) collect(await import(`./${file.slice(0, -3)}.ts`));
}

describe("the catalogue contains every text of the specification", () => {
  test.each([...SPECIFIED, ...Object.values(CORRECTIONS)])("%s", (text) => {
    expect([...catalogue].some((known) => known === fold(text))).toBe(true);
  });

  test.each(Object.keys(CORRECTIONS))("and not the slip: %s", (slip) => {
    expect(catalogue.has(fold(slip))).toBe(false);
  });
});

function collect(value: unknown): void {
  if (typeof value === "string") catalogue.add(fold(value));
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) collect(part);
}

/** Without Polish letters, the case of the first letter aside. */
function fold(text: string): string {
  const plain = text.replaceAll("ł", "l").replaceAll("Ł", "L").normalize("NFD").replace(/\p{M}/gu, "");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}
