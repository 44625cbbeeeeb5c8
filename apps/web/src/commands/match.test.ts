import { expect, test } from "vitest";
import { COMMANDS, wordsFor } from "./commands";
import { answerScore, contactScore, matchScore } from "./match";
import { typedDay } from "./typed-date";

test.each([
  ["Zuzanna Łęcka", "lecka", true],
  ["Zuzanna Łęcka", "zuz łę", true],
  ["Dodaj lekcję", "dlek", true],
  ["Dodaj lekcję próbną", "prob", true],
  ["Dodaj lekcję", "ldk", false],
  ["Ustawienia", "xyz", false],
  ["Ustawienia", "", true],
])("%s is found by %s: %s", (text, typed, found) => {
  expect(matchScore(text, typed) !== null).toBe(found);
});

test("a match at a word's beginning ranks before one inside, and that before scattered letters", () => {
  const score = (text: string) => matchScore(text, "lek") ?? Number.POSITIVE_INFINITY;
  const order = ["Lekcje", "Dodaj lekcję", "Elektryka", "Lista do ekranu"].map(score);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(new Set(order).size).toBe(order.length);
});

// A Sunday.
const NOW = "2026-11-22";
test.each([
  ["dzisiaj", "2026-11-22"],
  ["jutro", "2026-11-23"],
  ["24.11", "2026-11-24"],
  ["3.1", "2027-01-03"],
  ["1.10", "2026-10-01"],
  ["24.11.2025", "2025-11-24"],
  ["2026-12-01", "2026-12-01"],
  ["24 listopada", "2026-11-24"],
  ["5 paź", "2026-10-05"],
  ["środa", "2026-11-25"],
  ["niedziela", "2026-11-22"],
  ["31.02", null],
  ["40 lis", null],
  ["matematyka", null],
])("%s is the day %s", (typed, day) => {
  expect(typedDay(typed, NOW)).toBe(day);
});

test.each([
  ["600 100 200", true],
  ["+48 600-100-200", true],
  ["ewa@dom", true],
  ["600 100 201", false],
])("%s finds a person by phone or e-mail: %s", (typed, isFound) => {
  expect(contactScore("ewa@dom.pl +48600100200 ", typed) !== null).toBe(isFound);
});

test.each([
  ["Student", "rezerw", "Zarezerwuj"],
  ["Student", "dodaj lekcję", "Zarezerwuj"],
  ["Student", "zapłać", "Doładuj lekcje"],
  ["Student", "doład", "Doładuj lekcje"],
  ["Student", "hasło", "Bezpieczeństwo"],
  ["Student", "zadania", "Raporty i zadania"],
  ["Student", "odwołaj", "Odwołaj lub przenieś lekcję"],
  ["Student", "rodzic", "Zaproś rodzica"],
  ["Parent", "faktura", "Płatności"],
  ["Teacher", "urlop", "Moje nieobecności"],
  ["Teacher", "wyniki", null],
  ["Admin", "hasło", "Bezpieczeństwo"],
  ["Admin", "przypomnij", "Kto zalega"],
  ["Admin", "dodaj ucznia", "Dodaj ucznia"],
  ["Admin", "nowy nauczyciel", "Dodaj nauczyciela"],
] as const)("to a %s %s answers with %s", (role, typed, label) => {
  const [best] = COMMANDS[role]
    .map((command) => ({
      label: command.label,
      score: answerScore({ ...command, words: wordsFor(command.path) }, typed),
    }))
    .filter((each): each is { label: string; score: number } => each.score !== null)
    .sort((a, b) => a.score - b.score);
  expect(best?.label ?? null).toBe(label);
});
