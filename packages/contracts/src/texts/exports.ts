/** Headings of the CSV files; money is whole złoty. */
export const exportTexts = {
  statementColumns: ["Przedmiot", "Poziom", "Lekcje", "Stawka (zł)", "Suma (zł)"],
  lessonColumns: [
    "Data",
    "Godzina",
    "Nauczyciel",
    "Uczeń",
    "Przedmiot",
    "Poziom",
    "Status",
    "Opis",
    "Cena (zł)",
    "Stawka (zł)",
  ],
  paymentColumns: ["Data", "Uczeń", "Kwota (zł)", "Liczba lekcji", "Przedmiot", "Poziom", "Opis"],
  payoutColumns: ["Data", "Nauczyciel", "Kwota (zł)", "Opis"],
  companyColumns: [
    "Nauczyciel",
    "Przedmiot",
    "Poziom",
    "Lekcje zrealizowane",
    "Lekcje odwołane",
    "Zarobek nauczyciela (zł)",
    "Zarobek firmy (zł)",
  ],
  sum: "Razem",
  tooManyRows: "Za dużo wierszy. Zawęź wybór",
} as const;
