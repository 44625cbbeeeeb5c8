/** Waiting for a slot (rules §34). */
export const watchTexts = {
  noWeekday: "Wybierz przynajmniej jeden dzień tygodnia",
  sameWeekday: "Każdy dzień tygodnia można wybrać tylko raz",
  blocksReversed: "Pierwsza godzina nie może być późniejsza niż ostatnia",
  untilOutOfReach: "Na zwolnienie terminu można czekać od dzisiaj najwyżej 60 dni",
  tooMany: "Można czekać najwyżej na trzy terminy naraz. Usuń któreś z oczekiwań",
} as const;
