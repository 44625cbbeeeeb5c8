/** "Statystyki" of a student (rules §24). */
export const studentFiguresTexts = {
  lessons: "Lekcje",
  lessonsChart: "Lekcje według przedmiotów",
  payments: "Wpłaty",
  balance: "Dostępne lekcje",
  balanceText:
    "Opłacone lekcje mniej zaplanowane i zrealizowane. Wartość ujemna to lekcje jeszcze nieopłacone.",
  status: "Status",
  count: "Liczba lekcji",
  amount: "Kwota",
  left: "Pozostało",
  sum: "Razem",
  nothing: "Brak",
} as const;
