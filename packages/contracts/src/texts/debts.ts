/** "Do zapłaty": what students owe. */
export const debtTexts = {
  owes: "Do zapłaty",
  nothingOwed: "Ten uczeń nie ma nic do zapłaty",
  payerDisabled: "Konto osoby, która płaci, jest zablokowane: żadna wiadomość do niej nie dotrze",
  remind: "Przypomnij o płatności",
  remindShort: "Przypomnij",
  remindOf: (name: string) => `Przypomnij o płatności: ${name}`,
  send: "Wyślij",
  reminded: "Wysłano przypomnienie",
  remindQuestion: (name: string) => `Wysłać przypomnienie: ${name}?`,
  remindText: "Wiadomość zawiera tylko kwotę i link do płatności.",
  onlyOwing: "Tylko do zapłaty",
  balance: "Lekcje wg przedmiotu",
} as const;
