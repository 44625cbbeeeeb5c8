import type { GuideStep } from "../guide";

/** The first hour of an empty centre (rules §28). */
export const guideTexts = {
  title: "Pierwsze kroki",
  text: "Osiem kroków od pustego centrum do pierwszej lekcji. Ta lista zniknie, gdy dodasz pierwszą lekcję.",
  progress: (done: number, all: number) => `Gotowe: ${done} z ${all}`,
  done: "zrobione",
  optional: "nieobowiązkowe",
  hide: "Ukryj tę listę",
  hideQuestion: "Ukryć pierwsze kroki?",
  hideText: "Zniknie dla wszystkich administratorów. Wszystko, do czego prowadzi, znajdziesz w menu.",
} as const;

export const guideStepTexts: Readonly<Record<GuideStep, { title: string; text: string; action: string }>> = {
  centre: {
    title: "Dane centrum",
    text: "Nazwa, telefon i e-mail, a jeśli chcesz, także logo i kolor.",
    action: "Uzupełnij dane",
  },
  prices: {
    title: "Cennik",
    text: "Cena lekcji i stawka nauczyciela na każdym poziomie. Możesz też dodać pakiety.",
    action: "Ustaw ceny",
  },
  teachers: {
    title: "Nauczyciele",
    text: "Dodaj nauczyciela. Dostanie e-mail z zaproszeniem i sam ustawi hasło.",
    action: "Zaproś nauczyciela",
  },
  subjects: {
    title: "Przedmioty",
    text: "Czego uczy każdy nauczyciel i na jakim poziomie.",
    action: "Przypisz przedmioty",
  },
  students: {
    title: "Uczniowie",
    text: "Wczytaj ich z arkusza CSV lub XLSX albo dodaj po kolei.",
    action: "Importuj uczniów",
  },
  payments: {
    title: "Wpłaty",
    text: "Wczytaj wcześniejsze wpłaty, aby uczniowie mieli opłacone lekcje.",
    action: "Importuj wpłaty",
  },
  relations: {
    title: "Relacja",
    text: "Przypisz ucznia nauczycielowi, aby mogli umawiać lekcje.",
    action: "Przypisz ucznia",
  },
  lessons: {
    title: "Pierwsza lekcja",
    text: "Dodaj lekcję w kalendarzu. Nauczyciel i uczeń dostaną powiadomienie.",
    action: "Dodaj lekcję",
  },
};
