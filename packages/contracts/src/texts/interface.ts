/** Texts of the parts that screens are built from. */
export const interfaceTexts = {
  appName: "Korki",
  skipToContent: "Przejdź do treści",
  loading: "Wczytywanie…",
  close: "Zamknij",
  closeToast: "Zamknij powiadomienie",
  cancel: "Anuluj",
  save: "Zapisz",
  back: "Wróć",
  refresh: "Odśwież",
  showPassword: "Pokaż lub ukryj hasło",
  noConnection: "Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie",
  connectionBack: "Połączenie wróciło. Wyślij formularz jeszcze raz.",
  signedInAgain: "Sesja została wznowiona. Wyślij formularz jeszcze raz.",
  connectionLost: { offline: "Brak połączenia z internetem", unreachable: "Brak połączenia z serwerem" },
  retrying: "Ponawiam…",
  offlineText:
    "Pokazujemy to, co udało się wczytać. Połączymy się ponownie sami, gdy tylko będzie to możliwe.",
  unreachableTitle: "Nie możemy połączyć się z serwerem",
  unreachableText: "Spróbujemy ponownie sami, gdy tylko połączenie wróci.",
  loadFailed: "Nie udało się wczytać danych",
  gone: "Tych danych tu nie ma",
  goneText: "Zostały usunięte albo nie masz już do nich dostępu.",
  phonePrefix: "Numer kierunkowy Polski: +48",
} as const;

// The rest is apart, so that the page of a lesson's room, which shows none of it, is without it.

/** In the place of a screen that is not there. */
export const missingScreenTexts = {
  failed: "Nie udało się wyświetlić tej strony",
  failedText: "Odśwież stronę. Jeśli to nie pomoże, napisz do nas lub zadzwoń.",
  notLoaded: "Nie udało się pobrać tej strony",
  notLoadedText: "Brakuje połączenia albo pojawiła się nowa wersja aplikacji.",
  toHomePage: "Wróć na stronę główną",
  notFoundText: "Adres jest nieprawidłowy albo strona została przeniesiona.",
} as const;

/** Before unsaved work is left. */
export const unsavedTexts = {
  title: "Masz niezapisane zmiany",
  text: "Jeśli ich nie zapiszesz, przepadną.",
  leave: "Porzuć zmiany",
  stay: "Zostań",
} as const;

/** Light or dark. */
export const colourSchemeTexts = {
  label: "Wygląd",
  light: "Jasny",
  dark: "Ciemny",
  auto: "Jak w systemie",
} as const;
