import type { NotificationChannel, NotificationKind, NotificationStatus } from "../notifications";

/** What each kind is called in the settings and in the admin's list. */
export const notificationKindLabels: Readonly<Record<NotificationKind, string>> = {
  "lesson-booked": "Nowa rezerwacja lekcji",
  "lesson-confirmed": "Potwierdzenie lekcji",
  "lesson-cancelled-by-teacher": "Odwołanie lekcji przez nauczyciela",
  "lesson-cancelled-by-student": "Odwołanie lekcji przez ucznia",
  "lesson-deleted-by-student": "Rezygnacja ucznia z rezerwacji",
  "lesson-moved": "Zmiana terminu lekcji",
  "lesson-added-by-admin": "Lekcja dodana przez administratora",
  "lesson-cancelled-by-admin": "Odwołanie lekcji przez administratora",
  "meeting-link-ready": "Link do spotkania",
  "reschedule-proposed": "Propozycja nowego terminu",
  "reschedule-accepted": "Przyjęcie nowego terminu",
  "reschedule-declined": "Odrzucenie nowego terminu",
  "lesson-reminder-day": "Przypomnienie dzień przed lekcją",
  "lesson-reminder-hour": "Przypomnienie godzinę przed lekcją",
  "lesson-unconfirmed": "Przypomnienie o niepotwierdzonej lekcji",
  "payment-noted": "Zaksięgowanie wpłaty",
  "payout-noted": "Wypłata",
  "relation-added": "Przydzielenie nauczyciela lub ucznia",
  "trial-requested": "Zgłoszenie na lekcję próbną",
  "trial-request-received": "Potwierdzenie zgłoszenia na lekcję próbną",
  "trial-scheduled-teacher": "Nowa lekcja próbna",
  "trial-scheduled-visitor": "Termin lekcji próbnej",
  "trial-cancelled": "Odwołanie lekcji próbnej",
  "unread-messages": "Nieprzeczytane wiadomości na czacie",
  "telegram-connected": "Połączenie z Telegramem",
  "account-confirm-email": "Potwierdzenie adresu e-mail",
  "account-exists": "Próba ponownej rejestracji",
  "account-recovery": "Odzyskiwanie konta",
  "account-invitation": "Zaproszenie do konta",
};

export const notificationChannelLabels: Readonly<Record<NotificationChannel, string>> = {
  telegram: "Telegram",
  email: "E-mail",
};

export const notificationStatusLabels: Readonly<Record<NotificationStatus, string>> = {
  pending: "Oczekuje",
  queued: "W kolejce",
  sent: "Wysłane",
  failed: "Nie wysłano",
  skipped: "Pominięte",
};

/** What the server answers about notifications. */
export const notificationTexts = {
  onlyFailedAgain: "Ponownie można wysłać tylko powiadomienie, którego nie udało się wysłać",
  kindNotYours: "Tego powiadomienia nie można zmienić",
} as const;

/** Why a notification was skipped, failed, or is tried again; an admin reads these. */
export const notificationReasons = {
  recipientDisabled: "Konto odbiorcy jest zablokowane",
  recipientGone: "Odbiorca nie ma już konta",
  notWanted: "Odbiorca wyłączył to powiadomienie",
  noLongerTrue: "Nieaktualne w chwili wysyłki",
  tooLate: "Nie udało się wysłać na czas",
  unreadable: "Niezrozumiałe dane powiadomienia",
  unknownKind: "Nieznany rodzaj powiadomienia",
  noMailServer: "Nie ustawiono serwera poczty (SMTP_URL)",
  telegramUnavailable: "Telegram jest chwilowo niedostępny",
  telegramBusy: "Telegram prosi o przerwę w wysyłaniu",
  telegramRefused: "Telegram odrzucił wiadomość",
  mailUnavailable: "Serwer poczty jest chwilowo niedostępny",
  mailDeferred: "Serwer poczty prosi o ponowienie próby później",
  mailRefused: "Serwer poczty odrzucił wiadomość",
  interrupted: "Wysyłka została przerwana",
} as const;
