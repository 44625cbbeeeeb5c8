/** Texts that belong to no single feature. */
export const commonTexts = {
  somethingWentWrong: "Wystąpił błąd",
  tryAgain: "Spróbuj ponownie",
  invalidInput: "Nieprawidłowe dane",
  requestUnreadable: "Nie udało się odczytać przesłanych danych",
  requestTooLarge: "Przesłane dane są za duże",
  tooManySubscriptions: "Za dużo otwartych połączeń",
  tooManyInBatch: "Za dużo wywołań w jednym żądaniu",
  notFound: "Nie znaleziono",
  pageNotFound: "Nie znaleźliśmy strony",
  loginRequired: "Zaloguj się, aby kontynuować",
  sessionExpired: "Sesja wygasła. Zaloguj się ponownie",
  forbidden: "Nie masz uprawnień do tej czynności",
  accountDisabled: "Konto jest zablokowane. Skontaktuj się z administratorem",
  changedMeanwhile: "Dane zmieniły się w międzyczasie. Odśwież i spróbuj ponownie",
  tooManyAttempts: "Zbyt wiele prób. Spróbuj ponownie później",
  empty: "Brak",
} as const;
