import { demoId } from "./ids";
import { CAST, type DemoName } from "./people";
import type { DemoTime } from "./time";

/** One message: who, how many days ago, when, what; `unread` by the other. */
type Line = readonly [sender: DemoName, daysAgo: number, hour: string, text: string, state?: "unread"];

const CONVERSATIONS: readonly (readonly Line[])[] = [
  [
    ["anna", 12, "18:04", "Cześć Jakub! Jak poszedł sprawdzian z funkcji kwadratowej?"],
    ["jakub", 12, "18:21", "Dzień dobry! Chyba dobrze, zrobiłem wszystkie zadania oprócz ostatniego."],
    ["anna", 12, "18:23", "Super. Przyślij zdjęcie tego ostatniego, przejdziemy przez nie na lekcji."],
    ["jakub", 12, "18:40", "Jasne, wyślę wieczorem."],
    ["jakub", 5, "16:10", "Mam czwórkę z plusem!"],
    ["anna", 5, "16:15", "Gratulacje! Widać, że ćwiczenia pomogły."],
    ["anna", 5, "16:16", "Na następną lekcję: zadania 3, 5 i 7 ze strony 84."],
    ["jakub", 5, "17:02", "Dziękuję, zrobię do poniedziałku."],
    ["jakub", 2, "19:31", "Czy w czwartek możemy powtórzyć zasady dynamiki? Mam kartkówkę z fizyki."],
    ["anna", 2, "19:45", "Oczywiście, przygotuję kilka zadań."],
    ["anna", 1, "17:20", "Link do spotkania pojawi się w szczegółach lekcji. Do zobaczenia!", "unread"],
  ],
  [
    ["piotr", 9, "14:00", "Hi Jakub! Please read the text I sent you before Wednesday."],
    ["jakub", 9, "15:12", "Sure, thank you!"],
    ["piotr", 3, "20:05", "Great job with Present Perfect today. Homework: exercises 2 and 4."],
    ["jakub", 3, "20:30", "Thanks! Czy mogę oddać ćwiczenie 4 w następnym tygodniu?"],
    ["piotr", 1, "09:10", "Tak, nie ma problemu.", "unread"],
  ],
  [
    ["maja", 6, "17:45", "Dzień dobry, czy na jutro mam przynieść cyrkiel?"],
    ["anna", 6, "18:00", "Tak, i linijkę. Będziemy rysować konstrukcje."],
    ["maja", 1, "18:55", "Nie rozumiem zadania 6, czy możemy od niego zacząć?", "unread"],
  ],
  [
    [
      "admin",
      20,
      "09:30",
      "Dzień dobry! Od przyszłego miesiąca możemy przydzielić Pani jeszcze jedną osobę.",
    ],
    ["anna", 20, "11:05", "Chętnie, najlepiej we wtorki albo w soboty."],
    ["admin", 19, "08:50", "Zapisałam, dziękuję. Przydzieliłam Igora Grabowskiego."],
    ["anna", 19, "12:15", "Świetnie, odezwę się do niego."],
    [
      "admin",
      1,
      "13:40",
      "Pojawiło się nowe zgłoszenie na lekcję próbną z matematyki. Czy pasuje sobota rano?",
      "unread",
    ],
  ],
  [
    ["lena", 4, "20:12", "Przepraszam, że mnie dziś nie było, miałam gorączkę."],
    ["piotr", 4, "20:20", "Nie szkodzi, wracaj do zdrowia! Materiały są we wspólnym folderze."],
    ["lena", 4, "20:22", "Dziękuję!"],
  ],
  [
    ["szymon", 8, "16:30", "Program z pętlą działa, dziękuję za pomoc."],
    ["ewa", 8, "16:48", "Brawo! W następnym tygodniu zrobimy funkcje."],
    ["szymon", 7, "10:02", "A czy możemy też zacząć listy?", "unread"],
  ],
];

export type DemoConversation = {
  id: string;
  lowUserId: string;
  highUserId: string;
  lastSeq: number;
  lowReadSeq: number;
  highReadSeq: number;
  createdAt: Date;
  lastMessageAt: Date;
};

export type DemoMessage = {
  id: string;
  conversationId: string;
  seq: number;
  senderId: string;
  recipientId: string;
  text: string;
  clientKey: string;
  createdAt: Date;
  readAt: Date | null;
};

/** Conversations, and their messages in the order of writing. */
export function demoMessages(time: DemoTime): {
  conversations: DemoConversation[];
  messages: DemoMessage[];
} {
  const conversations: DemoConversation[] = [];
  const messages: DemoMessage[] = [];
  for (const [index, lines] of CONVERSATIONS.entries()) {
    const conversationId = demoId("conversation", index + 1);
    const [lowUserId = "", highUserId = ""] = [...new Set(lines.map(([name]) => CAST[name].id))].sort();
    const written = lines.map(([sender, daysAgo, hour, text, state], place): DemoMessage => {
      const senderId = CAST[sender].id;
      const id = demoId("message", messages.length + place + 1);
      const createdAt = time.at(-daysAgo, hour);
      return {
        id,
        conversationId,
        seq: place + 1,
        senderId,
        recipientId: senderId === lowUserId ? highUserId : lowUserId,
        text,
        clientKey: id,
        createdAt,
        readAt: state === "unread" ? null : new Date(createdAt.getTime() + 4 * 60_000),
      };
    });
    messages.push(...written);
    conversations.push({
      id: conversationId,
      lowUserId,
      highUserId,
      lastSeq: written.length,
      lowReadSeq: readBy(lowUserId, written),
      highReadSeq: readBy(highUserId, written),
      createdAt: time.at(-Math.max(...lines.map(([, daysAgo]) => daysAgo)), "8:00"),
      lastMessageAt: new Date(Math.max(...written.map(({ createdAt }) => createdAt.getTime()))),
    });
  }
  return { conversations, messages };
}

/** The number of the newest message that this person received and read; 0: none. */
function readBy(userId: string, messages: readonly DemoMessage[]): number {
  return Math.max(
    0,
    ...messages.filter(({ recipientId, readAt }) => recipientId === userId && readAt).map(({ seq }) => seq),
  );
}
