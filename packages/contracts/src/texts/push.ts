/** Devices in the settings, and the offer after the first booking (rules §33). */
export const pushScreenTexts = {
  title: "Powiadomienia na tym urządzeniu",
  text: "Przypomnienie przed lekcją i każda zmiana terminu pojawią się od razu na ekranie, także gdy aplikacja jest zamknięta.",
  enable: "Włącz powiadomienia",
  enabled: "Powiadomienia są włączone na tym urządzeniu",
  refused:
    "Przeglądarka blokuje powiadomienia z tej strony. Odblokujesz je w ustawieniach strony, obok adresu.",
  unsupported:
    "Ta przeglądarka nie obsługuje powiadomień. Otwórz aplikację na telefonie w przeglądarce Chrome, Firefox, Edge lub Safari.",
  notGranted: "Bez Twojej zgody w przeglądarce nie możemy pokazywać powiadomień.",
  failed: "Nie udało się włączyć powiadomień. Spróbuj ponownie za chwilę.",
  devices: "Twoje urządzenia",
  noDevice: "Nie ma jeszcze żadnego urządzenia.",
  lastShown: (moment: string) => `Ostatnio pokazało powiadomienie: ${moment}`,
  neverShown: "Nie pokazało jeszcze żadnego powiadomienia",
  test: "Wyślij próbne",
  testOf: (name: string) => `Wyślij próbne powiadomienie na: ${name}`,
  tested: "Wysłano próbne powiadomienie",
  remove: "Usuń",
  removeOf: (name: string) => `Usuń urządzenie: ${name}`,
  removed: "Urządzenie zostało usunięte",
  addSandbox: "Dodaj telefon z piaskownicy",
  sandbox: "Zobacz telefony z piaskownicy",
  iphone: "Na iPhonie i iPadzie najpierw dodaj aplikację do ekranu początkowego (iOS 16.4 lub nowszy):",
  iphoneShare: "Stuknij „Udostępnij” na pasku przeglądarki",
  iphoneAdd: "Wybierz „Do ekranu początkowego” i otwórz aplikację z nowej ikony",
  offerTitle: "Przypomnieć Ci o lekcji?",
  offerText:
    "Włącz powiadomienia na tym urządzeniu. Przyjdą: przypomnienie dzień i godzinę przed lekcją, potwierdzenie lub odwołanie, zmiana terminu. Bez reklam.",
  offerLater: "Nie teraz",
} as const;

/** What the server says about push, and what a device shows by way of trial (rules §33). */
export const pushTexts = {
  off: "Centrum nie wysyła powiadomień na urządzenia",
  badEndpoint: "To nie jest adres serwera powiadomień przeglądarki",
  badKeys: "Klucze urządzenia są nieprawidłowe",
  gone: "To urządzenie nie przyjmuje już powiadomień. Włącz je na nim ponownie.",
  unavailable: "Serwer powiadomień jest chwilowo niedostępny. Spróbuj ponownie za chwilę.",
  testTitle: "Powiadomienia działają",
  testBody: "Na tym urządzeniu zobaczysz nasze wiadomości.",
} as const;

/** What a device shows of a message that its version of the application cannot read. */
export const unreadablePush = {
  title: "Nowe powiadomienie",
  body: "Otwórz aplikację, aby je zobaczyć.",
} as const;
