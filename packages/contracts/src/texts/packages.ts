import { LESSON_AMOUNT_MAX, PACKAGE_DAYS_MAX } from "@korki/domain";

/** Packages of lessons, a part of "Cennik" (rules §14). */
export const packageTexts = {
  nameMissing: "Podaj nazwę pakietu",
  nameTooLong: "Nazwa jest za długa",
  wrongLessons: `Podaj liczbę lekcji od 1 do ${LESSON_AMOUNT_MAX}`,
  wrongDays: `Podaj liczbę dni od 1 do ${PACKAGE_DAYS_MAX}`,
} as const;
