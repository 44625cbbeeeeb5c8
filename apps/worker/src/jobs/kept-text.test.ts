import { expect, test } from "vitest";
import { keptText } from "./kept-text";

const ID = "01930000-0000-7000-8000-000000000001";
const SECRET = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_";

test.each([
  [`Wejdź: https://korki.pl/wejdz/${SECRET}.`, "Wejdź: https://korki.pl/wejdz/…."],
  [`https://korki.pl/haslo?token=${SECRET}&x=1`, "https://korki.pl/haslo?token=…&x=1"],
  [`https://korki.pl/a/${SECRET}.${SECRET}`, "https://korki.pl/a/…"],
  [`https://korki.pl/rachunek/${ID}`, `https://korki.pl/rachunek/${ID}`],
  ["Jutro o 16:45 &amp; potem", "Jutro o 16:45 & potem"],
  [`Konstantynopolitańczykowianeczka ${SECRET}`, `Konstantynopolitańczykowianeczka ${SECRET}`],
])("%s is kept as %s", (text, kept) => {
  expect(keptText(text)).toBe(kept);
});
