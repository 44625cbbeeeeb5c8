/** What the server answers about passwords, factors and sessions. */
export const accountSecurityTexts = {
  commonPassword: "To hasło jest na liście najczęściej używanych. Wybierz inne",
  personalPassword: "Hasło nie może zawierać imienia, nazwiska ani adresu e-mail",
  wrongPassword: "Nieprawidłowe hasło",
  passwordNeeded: "Podaj swoje hasło, aby zmienić e-mail administratora",
  wrongCode: "Nieprawidłowy kod",
  codeNeeded: "Podaj kod z aplikacji uwierzytelniającej lub kod zapasowy",
  passkeyNeeded: "Zaloguj się kluczem dostępu, to Twój drugi składnik logowania",
  noTotpStarted: "Zacznij konfigurację aplikacji jeszcze raz",
  noTotp: "Aplikacja uwierzytelniająca nie jest włączona",
  factorRequired: "Administrator musi włączyć drugi składnik logowania",
  ownFactor: "Swój drugi składnik wyłączysz w ustawieniach",
  passkeyName: "Podaj nazwę klucza",
  passkeyInvalid: "Nie udało się zweryfikować klucza dostępu",
  passkeyKnown: "Ten klucz dostępu jest już dodany",
  passkeysFull: "Możesz mieć najwyżej 20 kluczy dostępu",
} as const;
