/** Search and commands by keyboard. */
export const commandTexts = {
  open: "Szukaj i przejdź",
  placeholder: "Osoba, data albo to, co chcesz zrobić",
  nothing: "Nic nie pasuje. Spróbuj innego słowa albo daty, np. 24.11.",
  go: "Przejdź do",
  actions: "Zrób",
  people: "Osoby",
  days: "Dni",
  lessonsOn: (day: string) => `Lekcje: ${day}`,
  cancelOrMove: "Odwołaj lub przenieś lekcję",
  month: "Kalendarz miesiąca",
  monthSummary: "Podsumowanie miesiąca",
  boards: "Tablice",
  debtors: "Kto zalega",
  writeTo: (name: string) => `Napisz do: ${name}`,

  shortcuts: "Skróty klawiszowe",
  shortcutsText: "Działają, gdy nie piszesz w żadnym polu.",
  goTo: (screen: string) => `Przejdź do: ${screen}`,
  followedBy: "potem",
} as const;
