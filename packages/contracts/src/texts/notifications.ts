import type { CivilDate } from "@korki/domain";
import type { NotificationChannel, NotificationGroup, NotificationStatus } from "../notifications";
import { dayOfYear } from "./dates";

export const notificationChannelLabels: Readonly<Record<NotificationChannel, string>> = {
  push: "Telefon i komputer",
  telegram: "Telegram",
  email: "E-mail",
};

export const notificationGroupLabels: Readonly<Record<NotificationGroup, string>> = {
  lessons: "Lekcje",
  changes: "Zmiany",
  homework: "Zadania i raporty",
  payments: "Płatności",
  messages: "Wiadomości",
};

export const notificationStatusLabels: Readonly<Record<NotificationStatus, string>> = {
  pending: "Oczekuje",
  queued: "W kolejce",
  sent: "Wysłane",
  failed: "Nie wysłano",
  skipped: "Pominięte",
};

/** The server's refusals. */
export const notificationTexts = {
  notAgain: "Ponownie można wysłać tylko powiadomienie wysłane albo takie, którego nie udało się wysłać",
  kindNotYours: "Tego powiadomienia nie można zmienić",
} as const;

/** Why a notification was skipped, failed, or is retried; shown to administrators. */
export const notificationReasons = {
  recipientDisabled: "Konto odbiorcy jest zablokowane",
  recipientGone: "Odbiorca nie ma już konta",
  guardianshipEnded: "Odbiorca nie jest już opiekunem ucznia",
  notWanted: "Odbiorca wyłączył to powiadomienie",
  noLongerTrue: "Nieaktualne w chwili wysyłki",
  tooLate: "Nie udało się wysłać na czas",
  unreadable: "Niezrozumiałe dane powiadomienia",
  unknownKind: "Nieznany rodzaj powiadomienia",
  noMailServer: "Nie ustawiono serwera poczty (SMTP_URL)",
  pushWaits: "Czeka, aż urządzenie potwierdzi wyświetlenie",
  notYet: (day: CivilDate) => `Czeka do ${dayOfYear(day)}`,
  pushNight: "Czeka na koniec ciszy nocnej (22–7)",
  pushGone: "Urządzenie nie odbiera już powiadomień",
  pushRefused: "Serwer powiadomień odrzucił wiadomość",
  pushUnavailable: "Serwer powiadomień jest chwilowo niedostępny",
  pushStopped: "Serwer powiadomień nie przyjmuje kluczy centrum",
  telegramUnavailable: "Telegram jest chwilowo niedostępny",
  telegramBusy: "Telegram prosi o przerwę w wysyłaniu",
  telegramRefused: "Telegram odrzucił wiadomość",
  mailUnavailable: "Serwer poczty jest chwilowo niedostępny",
  mailDeferred: "Serwer poczty prosi o ponowienie próby później",
  mailRefused: "Serwer poczty odrzucił wiadomość",
  interrupted: "Wysyłka została przerwana",
} as const;
