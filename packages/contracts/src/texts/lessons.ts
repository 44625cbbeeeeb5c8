import type { LessonRefusal } from "@korki/domain";

/** Answers of the server about lessons, and what forms show before they call it. */
export const lessonTexts = {
  /** Specification §5, "Student booking". */
  dayRequired: "Aby dokonać rezerwacji, musisz wybrać dzień.",
  blockRequired: "Aby dokonać rezerwacji, musisz wybrać blok godzinowy.",
  booked: "Zarezerwowano lekcję poprawnie, poczekaj, aż nauczyciel ją potwierdzi",
  refreshed: "Odświeżono",

  unknownStatus: "Niepoprawny status lekcji",
  reasonTooLong: "Powód jest za długi",

  /** Why a block is refused. */
  slotTaken: "Ten termin został już zajęty. Wybierz inny",
  studentSlotTaken: "Masz już inne zajęcia w tym terminie. Wybierz inny",
  otherStudentSlotTaken: "Uczeń ma już inne zajęcia w tym terminie. Wybierz inny",
  outsideAvailability: "Nauczyciel nie prowadzi zajęć w tym terminie. Wybierz inny",
  inThePast: "Ten termin już minął. Wybierz inny",
  beyondHorizon: "Ten termin jest zbyt odległy. Wybierz wcześniejszy",

  notForOneself: "Możesz rezerwować lekcje tylko dla siebie",
  notYourTeacher: "Ten nauczyciel nie jest Ci przydzielony",
  teacherDisabled: "Ten nauczyciel nie prowadzi obecnie zajęć",
  noNextBlock: "Po tej godzinie nie ma już drugiej: wybierz wcześniejszą",
  notDouble: "To nie jest lekcja podwójna",
  subjectNotTaught: "Nauczyciel nie uczy tego przedmiotu na tym poziomie",
  nothingPrepaid: "Brak opłaconych lekcji z tego przedmiotu na tym poziomie",

  lessonNotFound: "Nie znaleziono lekcji",
  /** Why an action is refused: see `lessonRefusalTexts`. */
  cannotConfirm: "Potwierdzić można tylko lekcję, która czeka na potwierdzenie",
  cannotComplete: "Jako zrealizowaną można oznaczyć tylko potwierdzoną lekcję",
  cannotMarkAbsent: "Nieobecność ucznia można oznaczyć tylko przy potwierdzonej lekcji",
  cannotCorrect: "Poprawić można tylko wynik lekcji, która się odbyła, albo nieobecność ucznia",
  correctedTooLate:
    "Wynik lekcji można poprawić do końca następnego dnia. Teraz może to zrobić tylko administrator",
  cannotCancel: "Tej lekcji nie można już odwołać",
  cannotCancelUnconfirmed: "Odwołać można tylko potwierdzoną lekcję. Niepotwierdzoną lekcję możesz usunąć",
  cannotCancelStarted: "Lekcja już się rozpoczęła, nie można jej odwołać",
  cannotDelete: "Usunąć można tylko lekcję, która nie została jeszcze potwierdzona",
  cannotGenerateLink: "Link można utworzyć tylko dla potwierdzonej lekcji",
  cannotRestore: "Tej zmiany nie można już cofnąć",
  cannotSetStatus: "Nie można ustawić tego statusu lekcji",

  cannotPropose: "Dla tej lekcji nie można zaproponować innego terminu",
  cannotProposeStarted: "Lekcja już się rozpoczęła, nie można zmienić jej terminu",
  proposalOpen: "Dla tej lekcji czeka już propozycja innego terminu",
  pairInactive:
    "Terminu tej lekcji nie można już zmienić, bo nauczyciel i uczeń nie mają wspólnych zajęć. Zapytaj w centrum",
  sameSlot: "Lekcja odbywa się już w tym terminie. Wybierz inny",
  proposalGone: "Ta propozycja jest już nieaktualna",
  notYoursToAnswer: "Na propozycję odpowiada druga strona",
  notYoursToWithdraw: "Wycofać propozycję może tylko osoba, która ją złożyła",
} as const;

/** Why an action on a lesson is refused, for the server's answer and next to buttons. */
export const lessonRefusalTexts: Record<LessonRefusal, string> = {
  "not-own-lesson": lessonTexts.lessonNotFound,
  "not-for-this-side": lessonTexts.cannotSetStatus,
  "confirm-needs-unconfirmed": lessonTexts.cannotConfirm,
  "complete-needs-confirmed": lessonTexts.cannotComplete,
  "absence-needs-confirmed": lessonTexts.cannotMarkAbsent,
  "correct-needs-outcome": lessonTexts.cannotCorrect,
  "correct-too-late": lessonTexts.correctedTooLate,
  "delete-needs-unconfirmed": lessonTexts.cannotDelete,
  "cancel-needs-planned": lessonTexts.cannotCancel,
  "cancel-needs-confirmed": lessonTexts.cannotCancelUnconfirmed,
  "cancel-after-start": lessonTexts.cannotCancelStarted,
  "link-needs-confirmed": lessonTexts.cannotGenerateLink,
  "move-needs-planned": lessonTexts.cannotPropose,
  "move-after-start": lessonTexts.cannotProposeStarted,
  "proposal-open": lessonTexts.proposalOpen,
  "proposal-missing": lessonTexts.proposalGone,
  "answer-by-other-side": lessonTexts.notYoursToAnswer,
  "withdraw-by-proposer": lessonTexts.notYoursToWithdraw,
  "proposed-slot-past": lessonTexts.inThePast,
};
