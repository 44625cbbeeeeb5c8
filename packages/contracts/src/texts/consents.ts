/** What the server says about documents and checks of teachers. */
export const consentTexts = {
  documentNotFound: "Nie ma takiego dokumentu",
  mandatory: "Tego dokumentu nie można odrzucić",
  registrationNeedsConsents: "Zaakceptuj wymagane dokumenty",
  checkedInFuture: "Data sprawdzenia nie może być z przyszłości",
  expiredBeforeCheck: "Ważność nie może kończyć się przed datą sprawdzenia",
  notVetted:
    "Nauczyciel nie ma kompletu aktualnych sprawdzeń wymaganych do pracy z dziećmi. Uzupełnij je na karcie nauczyciela, w zakładce „Sprawdzenia”.",
} as const;
