/** What the server says about push, and what a device shows by way of trial (rules §33). */
export const pushTexts = {
  off: "Centrum nie wysyła powiadomień na urządzenia",
  badEndpoint: "To nie jest adres serwera powiadomień przeglądarki",
  badKeys: "Klucze urządzenia są nieprawidłowe",
  gone: "To urządzenie nie przyjmuje już powiadomień. Włącz je na nim ponownie.",
  unavailable: "Serwer powiadomień jest chwilowo niedostępny. Spróbuj ponownie za chwilę.",
  testTitle: "Powiadomienia działają",
  testBody: (centreName: string) => `Na tym urządzeniu zobaczysz wiadomości z ${centreName}.`,
} as const;
