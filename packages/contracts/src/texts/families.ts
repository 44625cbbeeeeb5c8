/** What the server says about parents, children and invitations. */
export const familyTexts = {
  noChild: "Wskaż, którego dziecka to dotyczy",
  cannotBook: "Nie masz uprawnień do rezerwowania i odwoływania lekcji tego ucznia",
  cannotPay: "Nie masz uprawnień do płatności tego ucznia",
  studentNotFound: "Nie ma takiego ucznia",
  parentNotFound: "Nie ma takiego rodzica",
  alreadyGuardian: "Ten rodzic jest już opiekunem ucznia",
  alreadyAsked: "Ten rodzic czeka już na zgodę drugiego",
  payerExists: "Uczeń ma już płatnika",
  payerNeedsPay: "Płatnik musi mieć uprawnienie do płatności",
  daysReversed: "Ostatni dzień nie może być wcześniejszy niż pierwszy",
  lastFullGuardian: "Uczeń bez własnego konta musi mieć opiekuna ze wszystkimi uprawnieniami",
  invitationInvalid: "Zaproszenie jest nieważne albo wygasło",
  invitationForOther: "Zaproszenie jest dla innego adresu e-mail",
  signInFirst: "Masz już konto. Zaloguj się, aby przyjąć zaproszenie",
  notForThisAccount: "To konto nie może przyjąć zaproszenia rodzica",
} as const;
