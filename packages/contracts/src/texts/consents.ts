/** What the server says about documents and checks of teachers. */
export const consentTexts = {
  documentNotFound: "Nie ma takiego dokumentu",
  mandatory: "Tego dokumentu nie można odrzucić",
  registrationNeedsConsents: "Zaakceptuj wymagane dokumenty",
  notVetted: "Nauczyciel nie ma wymaganych i aktualnych sprawdzeń",
} as const;
