import { expect, test } from "vitest";
import { changeText, saysSomething } from "./change-text";

test("a changed field is shown with both values as text", () => {
  expect(changeText({ field: "status", from: "Nie potwierdzona", to: "Odwolana przez ucznia" })).toBe(
    "status: Niepotwierdzona → Odwołana przez ucznia",
  );
  expect(changeText({ field: "block", from: 0, to: 13 })).toBe("godzina: 7:00–8:00 → 21:05–22:05");
  expect(changeText({ field: "date", from: "2026-03-29", to: "2026-04-01" })).toBe(
    "data: 29.03.2026 → 01.04.2026",
  );
  expect(changeText({ field: "isDisabled", from: false, to: true })).toBe("zablokowane");
  expect(changeText({ field: "related", from: true, to: false })).toBe("przypisanie usunięte");
  expect(changeText({ field: "weekday", from: "wt", to: "sr" })).toBe("dzień tygodnia: wtorek → środa");
  expect(changeText({ field: "to", from: null, to: "2027-06-30" })).toBe("do dnia: 30.06.2027");
  expect(changeText({ field: "toBlock", from: null, to: 9 })).toBe("do godziny: 17:45");
  expect(changeText({ field: "closureOverridden", from: false, to: true })).toBe(
    "odbędzie się mimo dnia wolnego",
  );
  expect(changeText({ field: "price", from: 80, to: 1200 })).toBe("cena: 80\u00a0zł → 1\u00a0200\u00a0zł");
});

test("a teacher whose id is kept is not shown as an id", () => {
  const [a, b] = ["01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b"];
  expect(changeText({ field: "teacherId", from: null, to: a })).toBe("nauczyciel wyznaczony");
  expect(changeText({ field: "teacherId", from: a, to: b })).toBe("nauczyciel zmieniony");
  expect(changeText({ field: "teacherId", from: a, to: null })).toBe("bez nauczyciela");
});

test("a stored value is said in words, each in those of its field", () => {
  expect(changeText({ field: "answer", from: "open", to: "agreed" })).toBe("odpowiedź: czeka → zgoda");
  expect(changeText({ field: "decision", from: null, to: "stop" })).toBe("decyzja: wstrzymaj lekcje");
  expect(changeText({ field: "late", from: "charge", to: "ask" })).toBe(
    "późne odwołanie: Lekcja zostaje rozliczona → Decyduje nauczyciel",
  );
  expect(changeText({ field: "status", from: "open", to: "expired" })).toBe(
    "status: Czeka na płatność → Wygasło",
  );
  expect(changeText({ field: "settlement", from: false, to: true })).toBe(
    "rozliczanie z nauczycielami włączone",
  );
});

test("of something new only what it is", () => {
  expect(changeText({ field: "role", from: null, to: "Teacher" })).toBe("rodzaj konta: Nauczyciel");
  expect(changeText({ field: "level", from: null, to: "liceumR" })).toBe(
    "poziom: liceum, poziom rozszerzony",
  );
});

test("what was taken away, and fields that nobody has named", () => {
  expect(changeText({ field: "description", from: "Granice", to: "" })).toBe("opis: Granice → puste");
  expect(changeText({ field: "odd", from: 1, to: 2 })).toBe("odd: 1 → 2");
});

test("an empty field of something new is left out; one that was emptied is shown", () => {
  expect(saysSomething({ field: "description", from: null, to: "" })).toBe(false);
  expect(saysSomething({ field: "description", from: null, to: "Granice" })).toBe(true);
  expect(saysSomething({ field: "description", from: "Granice", to: "" })).toBe(true);
  expect(saysSomething({ field: "isDisabled", from: null, to: false })).toBe(true);
});
