/** What the server answers about lessons, and what forms say before they ask it. */
export const lessonTexts = {
  /** Specification §5, "Student booking". */
  dayRequired: "Aby dokonać rezerwacji, musisz wybrać dzień.",
  blockRequired: "Aby dokonać rezerwacji, musisz wybrać blok godzinowy.",
  booked: "Zarezerwowano lekcję poprawnie, poczekaj, aż nauczyciel ją potwierdzi",
  refreshed: "Odświeżono",

  unknownStatus: "Niepoprawny status lekcji",
  reasonTooLong: "Powód jest za długi",

  /** Why a block cannot be had: another was faster. */
  slotTaken: "Ten termin został już zajęty. Wybierz inny",
  studentSlotTaken: "Masz już inne zajęcia w tym terminie. Wybierz inny",
  otherStudentSlotTaken: "Uczeń ma już inne zajęcia w tym terminie. Wybierz inny",
  outsideAvailability: "Nauczyciel nie prowadzi zajęć w tym terminie. Wybierz inny",
  inThePast: "Ten termin już minął. Wybierz inny",
  beyondHorizon: "Ten termin jest zbyt odległy. Wybierz wcześniejszy",

  notForOneself: "Możesz rezerwować lekcje tylko dla siebie",
  notYourTeacher: "Ten nauczyciel nie jest Ci przydzielony",
  teacherDisabled: "Ten nauczyciel nie prowadzi obecnie zajęć",
  subjectNotTaught: "Nauczyciel nie uczy tego przedmiotu na tym poziomie",
  nothingPrepaid: "Brak opłaconych lekcji z tego przedmiotu na tym poziomie",

  lessonNotFound: "Nie znaleziono lekcji",
  /** Why an action is not for this lesson now. */
  cannotConfirm: "Potwierdzić można tylko lekcję, która czeka na potwierdzenie",
  cannotComplete: "Jako zrealizowaną można oznaczyć tylko potwierdzoną lekcję",
  cannotMarkAbsent: "Nieobecność ucznia można oznaczyć tylko przy potwierdzonej lekcji",
  cannotCancel: "Tej lekcji nie można już odwołać",
  cannotCancelUnconfirmed: "Odwołać można tylko potwierdzoną lekcję. Niepotwierdzoną lekcję możesz usunąć",
  cannotCancelStarted: "Lekcja już się rozpoczęła, nie można jej odwołać",
  cannotDelete: "Usunąć można tylko lekcję, która nie została jeszcze potwierdzona",
  cannotGenerateLink: "Link można utworzyć tylko dla potwierdzonej lekcji",
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

  tooManySubscriptions: "Za dużo otwartych połączeń",
} as const;
