import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import { bankFile, UNCLEAR_GUESS, unclearFile } from "../testing/bank-files";
import { openTestCentre } from "../testing/test-services";
import { uploadStatement } from "./bank-statements";

const { prisma, asAdmin } = await openTestCentre();
/** A word that no other test has. */
let own: string;
beforeEach(() => {
  own = newId();
});

const unclear = (day: string) => unclearFile(own, day);

describe("the columns of a file are", () => {
  test.each([
    [
      "Data księgowania;Data waluty;Nadawca / Odbiorca;Adres nadawcy / odbiorcy;Rachunek źródłowy;Rachunek docelowy;Tytułem;Kwota operacji;Waluta",
      ["05.01.2026", "05.01.2026", "OD", "", "NR", "", "ZA", "90,00", "PLN"],
    ],
    [
      "Data transakcji;Data księgowania;Nazwa nadawcy;Nazwa odbiorcy;Szczegóły transakcji;Kwota operacji;Waluta operacji;Numer rachunku nadawcy;Numer rachunku odbiorcy",
      ["05-01-2026", "05-01-2026", "OD", "Korki", "ZA", "90,00", "PLN", "NR", ""],
    ],
    [
      "Numer rachunku/karty;Data transakcji;Data rozliczenia;Rodzaj transakcji;Na konto/Z konta;Odbiorca/Zleceniodawca;Opis;Obciążenia;Uznania;Saldo",
      ["", "2026-01-05", "2026-01-05", "PRZELEW", "NR", "OD", "ZA", "", "90.00", "100.00"],
    ],
  ])("known by the names that banks give them: %s", async (header, cells) => {
    const said: Record<string, string> = {
      OD: `Jan ${own}`,
      ZA: `lekcje ${own}`,
      NR: "61109010140000071219812874",
    };
    const file = bankFile(header, cells.map((cell) => said[cell] ?? cell).join(";"));
    expect((await uploadStatement(asAdmin, { ...file, canAsk: true })).lines).toMatchObject([
      { on: "2026-01-05", amount: 90, payer: `Jan ${own}`, title: `lekcje ${own}`, accountEnd: "2874" },
    ]);
  });

  test("an amount in złoty beside the one of a foreign operation", async () => {
    const header = "Data operacji;Kwota operacji;Waluta operacji;Kwota w walucie rachunku;Nadawca;Tytuł";
    const file = bankFile(header, `2026-01-05;20,00;EUR;86,00;Jan ${own};lekcje`);
    expect((await uploadStatement(asAdmin, { ...file, canAsk: true })).lines).toMatchObject([{ amount: 86 }]);
  });

  test.each([
    ["a semicolon", ";", "Wyciąg za okres od 01.12.2026, do 31.12.2026"],
    ["a semicolon below the bank's address", ";", "Bank Polski, Oddział, Warszawa"],
    ["a comma", ",", "Lista operacji"],
    ["a tab", "\t", "Lista operacji, rachunek główny"],
  ])("separated by %s, whatever stands above them", async (_, sign, preamble) => {
    const names = ["Data", "Kwota", "Nadawca", "Tytuł", "Numer rachunku"].join(sign);
    const row = ["2026-01-05", "90.00", `Jan ${own}`, '"a, b; c, d; e, f; g, h"', ""].join(sign);
    expect(
      (await uploadStatement(asAdmin, { ...bankFile(preamble, "", names, row), canAsk: true })).lines,
    ).toMatchObject([{ payer: `Jan ${own}`, title: "a, b; c, d; e, f; g, h" }]);
  });

  test("asked for where payer or title are not known and somebody can say, else guessed", async () => {
    const file = unclear("2026-01-01");
    await expect(uploadStatement(asAdmin, { ...file, canAsk: true })).rejects.toMatchObject({
      code: "input",
      message: texts.unclearColumns,
      details: { columns: ["Data", "Kwota", `Kto ${own}`, "Tytuł"], guess: UNCLEAR_GUESS },
    });
    const { lines } = await uploadStatement(asAdmin, file);
    expect(lines).toMatchObject([{ payer: "", title: "lekcje" }]);
  });

  test("asked for once: an answer is remembered, also that there is none, and a known file needs none", async () => {
    const [first, second] = [unclear("2026-01-01"), unclear("2026-01-02")];
    await uploadStatement(asAdmin, { ...first, mapping: UNCLEAR_GUESS });
    expect((await uploadStatement(asAdmin, { ...second, canAsk: true })).lines).toMatchObject([
      { payer: "" },
    ]);
    await prisma.bankMapping.deleteMany();
    expect((await uploadStatement(asAdmin, { ...second, canAsk: true })).lines).toMatchObject([
      { payer: "" },
    ]);
  });
});

describe("a credit in another currency is refused:", () => {
  test.each(["Kwota;Waluta", "Kwota operacji;Waluta", "Kwota operacji;Waluta operacji"])(
    "%s",
    async (names) => {
      const upload = (...rows: string[]) =>
        uploadStatement(
          asAdmin,
          bankFile(`Data;Nadawca;Tytuł;${names}`, `2026-01-05;Jan;${own};90;pln`, ...rows),
        );
      await expect(upload("2026-01-05;Jan;lekcje;20,00;EUR")).rejects.toMatchObject({
        code: "input",
        message: texts.notZloty(3),
      });
      expect((await upload("2026-01-05;Sklep;zakupy;-20,00;EUR", "2026-01-06;Jan;x;90;")).lines).toHaveLength(
        2,
      );
    },
  );

  test.each(["60F", "60M"])("MT940, field %s", async (field) => {
    const upload = (currency: string) =>
      uploadStatement(
        asAdmin,
        bankFile(`:20:1`, `:${field}:C260104${currency}0,00`, ":61:2601050105C20,00NTRF", `:86:${own}`, "-"),
      );
    await expect(upload("EUR")).rejects.toMatchObject({
      code: "input",
      message: texts.otherCurrency("EUR"),
    });
    expect((await upload("PLN")).lines).toMatchObject([{ amount: 20, title: own }]);
  });
});
