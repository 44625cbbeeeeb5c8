/** The public page that asks for a trial lesson (rules §24). */
export const trialSignUpTexts = {
  title: "Zapisz się na lekcję próbną",
  text: "30 minut z korepetytorem online. Wypełnij krótki formularz, a ustalimy z Tobą termin.",
  subject: "Przedmiot",
  level: "Poziom edukacji",
  choose: "Wybierz",
  topic: "Temat lekcji (opcjonalnie)",
  topicHint: "Nad czym chcesz popracować?",
  email: "E-mail",
  phone: "Numer telefonu",
  isParent: "Jestem rodzicem",
  confirm: "Wyślij zgłoszenie",
  toLogin: "Masz już konto? Zaloguj się!",

  thanksTitle: "Dziękujemy za zgłoszenie!",
  thanksText: "Zadzwonimy, aby ustalić termin lekcji próbnej. Potwierdzenie wysłaliśmy na Twój adres e-mail.",
  another: "Wyślij kolejne zgłoszenie",

  questions: "Częste pytania",
  whatNext: "Co dalej?",
  whatNextText: (hasSlot: boolean) =>
    `${hasSlot ? "Potwierdzimy wybrany termin" : "Ustalimy z Tobą termin"} lekcji próbnej. Potrwa ona 30 minut. Link do spotkania wyślemy na Twój adres e-mail. Niczego nie trzeba instalować: spotkanie otwiera się w przeglądarce.`,
  prices: "Ile kosztują lekcje?",
  pricesText: "Aktualne ceny znajdziesz w naszym cenniku.",
  priceList: "Zobacz cennik",
  priceListTitle: "Cennik",
  priceListText: "Ceny jednej lekcji, która trwa 60 minut.",
  perLesson: (price: number) => `${price}\u00a0zł`,
  about: "Kim jesteśmy?",
  aboutText: (centre: string) =>
    `${centre} to centrum korepetycji online. Uczymy matematyki, fizyki, polskiego, informatyki i angielskiego, siedem dni w tygodniu, na lekcjach trwających 60 minut.`,
  contact: "Masz pytanie? Zadzwoń lub napisz:",
} as const;
