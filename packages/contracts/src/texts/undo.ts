/** Acts that can be taken back for some seconds (rules §41). */
export const undoTexts = {
  undo: "Cofnij",
  undone: "Cofnięto",
  notAll: (left: number, all: number, reason: string) => `Nie cofnięto ${left} z ${all}: ${reason}`,
  tooLate: "Już za późno, żeby to cofnąć",
  changed: "Od tego czasu coś się zmieniło, więc nie można tego cofnąć",
  online: "Tej wpłaty nie można przywrócić: przyszła płatnością online",
  confirmed: "Lekcja potwierdzona",
  complete: "Zapisano: lekcja się odbyła",
  absent: "Zapisano: uczeń nieobecny",
  moved: "Lekcja przeniesiona",
} as const;
