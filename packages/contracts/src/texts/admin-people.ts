/** What the administrator's screens of people say (rules §26). */
export const adminPeopleTexts = {
  saved: "Zapisano",
  updated: "Zaktualizowano",
  relationAdded: "Dodano relację",
  relationRemoved: "Usunięto relację",
  invitationSent: "Utworzono konto i wysłano zaproszenie",
  subjectsInvalid: "Niepoprawny przedmiot",
  emailTaken: "Ten adres e-mail należy już do innego konta",
  alreadyRelated: "Ta relacja już istnieje",
  ownAccountDisabled: "Nie możesz zablokować własnego konta",
  erasedAccount: "Dane tego konta usunięto, nie można go zmieniać",
  cancelledByCentre: "Odwołane przez centrum",
  lastAdmin: "To ostatnie działające konto administratora",
  showDisabled: "Pokaż zablokowanych",
} as const;
