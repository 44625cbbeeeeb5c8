import { plural } from "@korki/domain";

/** The monthly payout run and the statements of teachers (rules §21). */
export const payoutRunTexts = {
  title: "Wypłaty miesiąca",
  text: "Nauczyciele, którym należy się wypłata za lekcje do końca tego miesiąca. Kwotę możesz zmienić albo pominąć.",
  prepare: "Przygotuj wypłaty",
  teacher: "Nauczyciel",
  /** "zarobek 1 890 zł, wypłacono już 900 zł, do wypłaty 990 zł" */
  sums: ({ earned, other, paid, due }: Record<"earned" | "other" | "paid" | "due", string | null>) =>
    [
      `zarobek ${earned}`,
      other && `z innych miesięcy ${other}`,
      paid && `wypłacono już ${paid}`,
      `do wypłaty ${due}`,
    ]
      .filter(Boolean)
      .join(", "),
  count: (count: number) => `${count} ${plural(count, "wypłata", "wypłaty", "wypłat")}`,
  /** The same as what is confirmed. */
  counted: (count: number) => `${count} ${plural(count, "wypłatę", "wypłaty", "wypłat")}`,
  currency: "zł",
  forMonth: "Za miesiąc",
  amount: "Wypłata (zł)",
  amountOf: (name: string) => `Wypłata dla: ${name}`,
  include: (name: string) => `Wypłać: ${name}`,
  statementOf: (name: string) => `Zestawienie: ${name}`,
  statement: "Zestawienie",
  confirm: (count: string, sum: string) => `Zatwierdź ${count}, razem ${sum}`,
  confirmTitle: "Zatwierdzić wypłaty?",
  confirmText: (count: string, sum: string) =>
    `Do zapisania: ${count} na łączną kwotę ${sum}. Każdy nauczyciel dostanie powiadomienie.`,
  confirmYes: "Zatwierdź",
  more: (name: string, due: string) => `${name}: więcej niż należne ${due}`,
  moreThanDue: (amount: string, due: string) => `${amount} to więcej niż należne ${due}.`,
  moreTitle: "Wypłacić więcej, niż się należy?",
  moreYes: "Wypłać mimo to",
  done: (count: string) => `Zatwierdzono ${count}`,
  nothingDue: "Nic do wypłaty",
  nothingDueText: "Za ten miesiąc wszystko jest już wypłacone.",
  outdated: "Odśwież kwoty",
  nobodyChosen: "Wybierz co najmniej jednego nauczyciela",

  statementTitle: (month: string) => `Zestawienie lekcji: ${month}`,
  charged: "(odwołane po terminie)",
  correction: (day: string) => `(korekta za lekcję z ${day})`,
  earned: "Zarobek w zestawieniu",
  paidOut: "Wypłacono",
  nothingPaid: "Za ten miesiąc jeszcze nic nie wypłacono.",
  left: "Do wypłaty",
  otherMonths: "Z innych miesięcy",
  downloadPdf: "Pobierz PDF",
  downloadCsv: "Pobierz CSV",
} as const;
