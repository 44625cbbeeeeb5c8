import { plural } from "@korki/domain";

/** What the administrator reads about a person's data (RODO), and what stands where it was erased. */
export const privacyTexts = {
  title: "Dane na żądanie (RODO)",
  text: "Kopia wszystkich danych tej osoby i ich usunięcie, gdy o to poprosi.",
  download: "Pobierz dane",
  erase: "Usuń dane osobowe",
  eraseQuestion: (name: string) => `Usunąć dane osobowe: ${name}?`,
  eraseText:
    "Imię, nazwisko, e-mail, telefony i treść wiadomości zostaną usunięte na zawsze. Lekcje i płatności zostaną w statystykach, a konta nie da się przywrócić.",
  plannedLessons: (count: number) =>
    `Ta osoba ma jeszcze ${count} ${plural(count, "zaplanowaną lekcję", "zaplanowane lekcje", "zaplanowanych lekcji")}. Odwołaj je, żeby usunąć dane`,
  keep: "Zostaw",
  erased: "Usunięto dane osobowe",
  ownData: "Nie możesz usunąć danych własnego konta",
  erasedName: "Konto",
  erasedSurname: "usunięte",
  erasedMessage: "[wiadomość usunięta]",
} as const;
