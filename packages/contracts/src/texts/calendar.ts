/** What a calendar program shows. */
export const calendarFeedTexts = {
  trial: "Lekcja próbna",
  trialWaits: "Czeka na potwierdzenie centrum",
  cancelled: "Odwołana",
  level: "Poziom",
  status: "Status",
  topic: "Temat",
  reason: "Powód odwołania",
  meetingLink: "Link do spotkania",
  notFound: "Nie znaleziono kalendarza",
} as const;
