/** What the administrator reads about a person's data (RODO), and what stands where it was erased. */
export const privacyTexts = {
  title: "Dane na żądanie (RODO)",
  text: "Kopia wszystkich danych tej osoby i ich usunięcie na jej żądanie (RODO).",
  download: "Pobierz dane",
  erase: "Usuń dane osobowe",
  eraseQuestion:
    "Imię, nazwisko, e-mail, telefony i treść wiadomości zostaną usunięte na zawsze. Lekcje i płatności zostają w statystykach. Usunąć dane?",
  keep: "Zostaw",
  erased: "Usunięto dane osobowe",
  ownData: "Nie możesz usunąć danych własnego konta",
  erasedName: "Konto",
  erasedSurname: "usunięte",
  erasedMessage: "[wiadomość usunięta]",
} as const;
