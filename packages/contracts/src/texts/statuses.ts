import type { LessonStatus, Level, Subject, SubjectLevel, TrialStatus, Weekday } from "@korki/domain";

/** Status badges: the stored words with their Polish letters, but for three (rules §24). */
export const lessonStatusTexts: Record<LessonStatus, string> = {
  "Nie potwierdzona": "Niepotwierdzona",
  Potwierdzona: "Potwierdzona",
  "Odwolana przez ucznia": "Odwołana",
  "Odwolana przez nauczyciela": "Odwołana",
  Zrealizowana: "Zrealizowana",
  "Uczen nieobecny": "Uczeń nieobecny",
};

/** All six apart, where one is chosen or counted. */
export const lessonStatusNames: Record<LessonStatus, string> = {
  ...lessonStatusTexts,
  "Odwolana przez ucznia": "Odwołana przez ucznia",
  "Odwolana przez nauczyciela": "Odwołana przez nauczyciela",
};

export const trialStatusTexts: Record<TrialStatus, string> = {
  Nowa: "Nowa",
  Umowiona: "Umówiona",
  Zrealizowana: "Zrealizowana",
  Odwolana: "Odwołana",
};

/** The label mapping of the school levels (rules §23). */
export const levelTexts: Record<Level, string> = {
  szkolaP: "szkoła podstawowa",
  liceumP: "liceum, poziom podstawowy",
  liceumR: "liceum, poziom rozszerzony",
};

/** For tight places. */
export const shortLevelTexts: Record<Level, string> = {
  szkolaP: "szkoła podst.",
  liceumP: "liceum podst.",
  liceumR: "liceum rozsz.",
};

export const subjectTexts: Record<Subject, string> = {
  Matematyka: "Matematyka",
  Fizyka: "Fizyka",
  Polski: "Polski",
  Informatyka: "Informatyka",
  Angielski: "Angielski",
};

const SUBJECT_CHIPS: Record<Subject, string> = {
  Matematyka: "Mat",
  Fizyka: "Fiz",
  Polski: "Pol",
  Informatyka: "Inf",
  Angielski: "Ang",
};
const LEVEL_CHIPS: Record<Level, string> = { szkolaP: "SP", liceumP: "LP", liceumR: "LR" };

/** The shortest form, beside which the whole one is there for who asks: `Mat LR`. */
export function chipText({ subject, level }: SubjectLevel): string {
  return `${SUBJECT_CHIPS[subject]} ${LEVEL_CHIPS[level]}`;
}

/** A subject with its level on one line: `Matematyka (liceum, poziom rozszerzony)`. */
export function subjectWithLevel({ subject, level }: SubjectLevel): string {
  return `${subjectTexts[subject]} (${levelTexts[level]})`;
}

/** The same for tight places: `Matematyka (liceum rozsz.)`. */
export function subjectWithShortLevel({ subject, level }: SubjectLevel): string {
  return `${subjectTexts[subject]} (${shortLevelTexts[level]})`;
}

export const weekdayTexts: Record<Weekday, string> = {
  pon: "poniedziałek",
  wt: "wtorek",
  sr: "środa",
  czw: "czwartek",
  pt: "piątek",
  sob: "sobota",
  niedz: "niedziela",
};

export const shortWeekdayTexts: Record<Weekday, string> = {
  pon: "pon.",
  wt: "wt.",
  sr: "śr.",
  czw: "czw.",
  pt: "pt.",
  sob: "sob.",
  niedz: "nd.",
};
