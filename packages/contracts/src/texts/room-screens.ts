import type { RoomClosing, RoomRole } from "@korki/domain";

/** How people are called in a lesson's room. */
export const roomRoleTexts: Readonly<Record<RoomRole, string>> = {
  teacher: "nauczyciel",
  student: "uczeń",
  parent: "rodzic",
  admin: "administrator",
};

/** Before one enters the room of a lesson (rules §30). */
export const lobbyTexts = {
  title: "Sala lekcyjna",
  toLessons: "Wróć do zajęć",
  enter: "Wejdź",
  opensIn: (time: string) => `Sala otworzy się za ${time}`,
  closed: "Ta sala jest już zamknięta",
  closedText: "Sala zamyka się pół godziny po lekcji.",
  nobody: "W sali nie ma jeszcze nikogo.",
  present: "W sali są już:",
  withoutMicrophone: "Wejdziesz bez mikrofonu: będziesz słyszeć i widzieć, ale nikt nie usłyszy Ciebie.",
  ownPicture: "Twój obraz",
  cameraOff: "Kamera jest wyłączona",
  starting: "Włączanie…",
  level: "Poziom mikrofonu",
  levelHint: "Powiedz coś: pasek powinien się poruszać.",
  microphone: "Mikrofon",
  camera: "Kamera",
  speaker: "Głośnik",
  nameless: (kind: string, number: number) => `${kind} ${number}`,
  turnMicrophoneOn: "Włącz mikrofon",
  turnMicrophoneOff: "Wycisz mikrofon",
  turnCameraOn: "Włącz kamerę",
  turnCameraOff: "Wyłącz kamerę",
  tryAgain: "Spróbuj ponownie",
  nothingRecorded: "Lekcje nie są nagrywane.",
  faults: {
    microphone: {
      refused: "Przeglądarka nie pozwala na użycie mikrofonu.",
      missing: "Nie znaleźliśmy mikrofonu.",
      busy: "Mikrofonu używa teraz inny program albo rozmowa telefoniczna.",
    },
    camera: {
      refused: "Przeglądarka nie pozwala na użycie kamery.",
      missing: "Nie znaleźliśmy kamery. Możesz wejść bez niej.",
      busy: "Kamery używa teraz inny program. Zamknij go albo wejdź bez kamery.",
    },
  },
  /** What to press after a refusal, by browser. */
  allow: {
    chrome:
      "Kliknij ikonę po lewej stronie adresu, włącz mikrofon i kamerę, a potem wybierz „Spróbuj ponownie”.",
    chromeOnPhone:
      "Dotknij ikony po lewej stronie adresu, wybierz „Uprawnienia”, włącz mikrofon i kamerę, a potem wybierz „Spróbuj ponownie”.",
    firefox:
      "Kliknij przekreśloną ikonę mikrofonu lub kamery obok adresu, usuń blokadę, a potem wybierz „Spróbuj ponownie”.",
    safari:
      "Wybierz z menu Safari „Ustawienia dla tej witryny”, ustaw mikrofon i kamerę na „Pozwalaj”, a potem wybierz „Spróbuj ponownie”.",
    safariOnPhone:
      "Dotknij ikony obok adresu, wybierz „Ustawienia witryny”, ustaw mikrofon i kamerę na „Pozwalaj”, a potem wybierz „Spróbuj ponownie”.",
  },
} as const;

/** In the room. */
export const roomTexts = {
  you: "Ty",
  microphoneOn: "Włącz mikrofon",
  microphoneOff: "Wycisz mikrofon",
  microphone: "Mikrofon",
  cameraOn: "Włącz kamerę",
  cameraOff: "Wyłącz kamerę",
  camera: "Kamera",
  shareScreen: "Pokaż ekran",
  stopSharing: "Nie pokazuj ekranu",
  screen: "Ekran",
  board: "Tablica",
  openBoard: "Pokaż tablicę",
  closeBoard: "Schowaj tablicę",
  boardNews: "coś nowego",
  boardLate: "Nie udało się jeszcze wczytać tablicy. Próbujemy dalej, a lekcja może trwać bez niej.",
  words: "Rozmowa",
  openWords: "Otwórz rozmowę",
  closeWords: "Zamknij rozmowę",
  newWords: (count: number) => `nowe wiadomości: ${count}`,
  devices: "Sprzęt",
  closeDevices: "Zamknij wybór sprzętu",
  leave: "Wyjdź",
  controls: "Sterowanie",
  people: "Osoby w sali",
  person: (name: string, role: string) => `${name}, ${role}`,
  muted: "mikrofon wyłączony",
  weakCamera: "kamera wyłączona, słabe łącze",
  connecting: "łączenie…",
  interrupted: "przerwa w połączeniu…",
  screenOf: (name: string) => `Ekran: ${name}`,
  ownScreen: "Pokazujesz swój ekran",
  alone: "Jesteś w sali",
  aloneText: "Gdy ktoś wejdzie, zobaczysz go tutaj.",
  came: (name: string, role: string) => `Wchodzi: ${name} (${role})`,
  went: (name: string, role: string) => `Wychodzi: ${name} (${role})`,
  weak: "Łącze jest słabe. Wyłączyliśmy Twoją kamerę, żeby było Cię słychać; wróci sama.",
  silent: "Od kilkunastu sekund mikrofon nic nie słyszy. Jeśli mówisz, sprawdź go.",
  refetch: "Włącz mikrofon od nowa",
  offline: "Brak połączenia z serwerem. Rozmowa trwa, połączymy się ponownie sami.",
  soundBlocked: "Przeglądarka wstrzymała dźwięk.",
  playSound: "Włącz dźwięk",
  takenOverTitle: "Lekcja jest otwarta w innym oknie",
  takenOverText: "W sali można być w jednym oknie naraz.",
  comeBackHere: "Wróć do lekcji w tym oknie",
  toLessons: "Wróć do zajęć",
  leftTitle: "Jesteś poza salą",
  enterAgain: "Wejdź ponownie",
  refusedTitle: "Nie można teraz wejść do sali",
  closings: {
    ended: ["Lekcja się skończyła", "Sala zamyka się pół godziny po lekcji."],
    cancelled: ["Lekcja została odwołana", "Sala została zamknięta."],
    moved: ["Lekcja została przeniesiona", "Nowy termin albo adres znajdziesz na liście zajęć."],
    access: ["Nie masz już dostępu do tej sali", "Jeśli to pomyłka, napisz do nas."],
  } satisfies Record<RoomClosing, readonly [title: string, text: string]>,
  wordsWith: (name: string) => `Rozmowa: ${name}`,
  wordsKept: "Te same wiadomości znajdziesz na czacie.",
  noWords: "Nie możecie do siebie pisać na czacie.",
} as const;

/** From the first hour of a double lesson to the second. */
export const secondHourTexts = {
  firstIsOver: "Pierwsza godzina już minęła.",
  go: "Druga godzina: przejdź do sali",
} as const;

/** A lesson that takes place at an address outside. */
export const outsideTexts = {
  text: "Ta lekcja odbywa się pod zewnętrznym adresem. Zanotujemy, że jesteś.",
  go: "Przejdź do spotkania",
} as const;

/** Who was in a lesson's room, on the lesson. */
export const evidenceTexts = {
  title: "Obecność w sali",
  nobody: "Nikogo nie było w sali.",
  time: (from: string, to: string | null) => `${from}–${to ?? "teraz"}`,
  and: " i ",
  line: (role: string, times: string) => `${role} ${times}`,
  together: (minutes: number) => `razem ${minutes} min`,
} as const;

/** The way into a room. */
export const joinTexts = {
  join: "Dołącz",
  joinLesson: (day: string, time: string) => `Dołącz do lekcji ${day}, ${time}`,
  from: (time: string) => `Do sali wejdziesz od ${time}`,
} as const;
