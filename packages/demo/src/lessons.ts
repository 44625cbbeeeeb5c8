import type { NewLesson } from "@korki/db";
import {
  blockStart,
  type CivilDate,
  DEFAULT_PRICES,
  daysBetween,
  isCancelled,
  type LessonStatus,
  type Level,
  type RoomRole,
  roomHours,
  type Subject,
  type Weekday,
  weekdayOf,
} from "@korki/domain";
import { outsideRoom, ownRoomAddress } from "@korki/services/lessons/room-place";
import type { Settings } from "@korki/settings";
import { demoId } from "./ids";
import { CAST, CHILDREN_OF, type DemoName } from "./people";
import type { DemoTime } from "./time";

/** How far the demo's lessons reach: thirteen weeks back, two ahead. */
const FIRST_DAY = -91;
const LAST_DAY = 14;

/** An hour that comes every week. */
type WeeklyHour = {
  teacher: DemoName;
  student: DemoName;
  subject: Subject;
  level: Level;
  weekday: Weekday;
  block: number;
  /** Weeks ago (0: the last seven days) that went otherwise than as planned. */
  otherwise?: Readonly<Record<number, LessonStatus>>;
  /** What the coming two lessons are; confirmed and then unconfirmed where left out. */
  ahead?: readonly [LessonStatus, LessonStatus];
};

const ABSENT = "Uczen nieobecny";
const BY_STUDENT = "Odwolana przez ucznia";
const BY_TEACHER = "Odwolana przez nauczyciela";
const OPEN = "Nie potwierdzona";
const CONFIRMED = "Potwierdzona";

const WEEKLY_HOURS: readonly WeeklyHour[] = [
  hour("anna", "jakub", "Matematyka", "liceumP", "pon", 9, { 2: ABSENT, 5: BY_STUDENT, 9: BY_TEACHER }),
  hour("anna", "jakub", "Fizyka", "liceumP", "czw", 10, { 1: BY_TEACHER, 4: BY_STUDENT, 7: ABSENT }),
  hour("piotr", "jakub", "Angielski", "liceumP", "sr", 8, { 3: BY_STUDENT, 10: BY_TEACHER }),
  hour("anna", "maja", "Matematyka", "szkolaP", "wt", 8, { 6: ABSENT }, [CONFIRMED, CONFIRMED]),
  hour("anna", "antoni", "Matematyka", "liceumR", "sr", 9, { 0: BY_STUDENT, 8: BY_TEACHER }),
  hour("anna", "antoni", "Fizyka", "liceumR", "pt", 8, { 4: ABSENT }, [OPEN, OPEN]),
  hour("anna", "szymon", "Matematyka", "liceumP", "czw", 9, { 2: BY_STUDENT, 3: BY_STUDENT }),
  hour("anna", "hanna", "Matematyka", "szkolaP", "sob", 2, { 5: BY_TEACHER }, [CONFIRMED, CONFIRMED]),
  hour("piotr", "lena", "Angielski", "liceumR", "wt", 10, { 1: ABSENT, 6: BY_STUDENT }),
  hour("piotr", "filip", "Angielski", "szkolaP", "czw", 7, { 8: BY_TEACHER }, [OPEN, OPEN]),
  hour("piotr", "oliwia", "Polski", "liceumP", "pon", 8, { 0: ABSENT, 11: BY_STUDENT }),
  hour("piotr", "hanna", "Polski", "szkolaP", "pt", 7, { 7: BY_TEACHER }),
  hour("ewa", "szymon", "Informatyka", "liceumP", "wt", 9, { 3: ABSENT }, [OPEN, OPEN]),
  hour("ewa", "lena", "Informatyka", "liceumR", "sob", 3, { 2: BY_TEACHER, 9: ABSENT }),
  hour("ewa", "mikolaj", "Matematyka", "szkolaP", "pon", 7, { 4: BY_STUDENT }, [CONFIRMED, CONFIRMED]),
  hour("ewa", "filip", "Informatyka", "szkolaP", "niedz", 4, { 5: BY_STUDENT }),
  hour("anna", "zosia", "Matematyka", "szkolaP", "pt", 9, { 3: BY_STUDENT }, [CONFIRMED, OPEN]),
];

function hour(
  teacher: DemoName,
  student: DemoName,
  subject: Subject,
  level: Level,
  weekday: Weekday,
  block: number,
  otherwise: WeeklyHour["otherwise"] = {},
  ahead: WeeklyHour["ahead"] = [CONFIRMED, OPEN],
): WeeklyHour {
  return { teacher, student, subject, level, weekday, block, otherwise, ahead };
}

const TOPICS: Readonly<Record<Subject, readonly string[]>> = {
  Matematyka: [
    "Równania kwadratowe",
    "Zadania z procentami przed sprawdzianem",
    "Funkcja liniowa i jej wykres",
    "Trygonometria: kąty i tożsamości",
    "Powtórka do matury, arkusz z maja",
    "Ułamki zwykłe i dziesiętne",
  ],
  Fizyka: ["Ruch jednostajnie przyspieszony", "Zasady dynamiki", "Prąd stały, obwody", "Energia i praca"],
  Polski: ["Rozprawka: jak budować akapit", "„Lalka” – bohaterowie", "Części mowy", "Środki stylistyczne"],
  Informatyka: ["Pętle i warunki w Pythonie", "Arkusz kalkulacyjny", "Sortowanie tablic", "Strona w HTML"],
  Angielski: [
    "Present Perfect",
    "Rozmowa: podróże",
    "Okresy warunkowe",
    "E-mail nieformalny",
    "Phrasal verbs",
  ],
};

const REASONS = ["Choroba, przepraszam", "Wyjazd służbowy", "Awaria internetu"] as const;

export type DemoLesson = NewLesson & {
  cancelMessage: string | null;
  meetingLink: string;
  version: number;
  confirmedAt: Date | null;
};

/** The meeting room: not guessable, and the same for one installation. */
export type Rooms = Pick<Settings, "publicUrl" | "lessonPlace" | "meetingBaseUrl" | "authSecret">;

/** Every lesson of the demo, by date: the weekly hours, each week with what became of it. */
export function demoLessons(time: DemoTime, rooms: Rooms): DemoLesson[] {
  const lessons: DemoLesson[] = [];
  for (let offset = FIRST_DAY; offset <= LAST_DAY; offset += 1) {
    const date = time.day(offset);
    for (const [row, weekly] of WEEKLY_HOURS.entries()) {
      if (weekly.weekday !== weekdayOf(date)) continue;
      lessons.push(lessonOn(time, date, weekly, row, lessons.length, rooms));
    }
  }
  return lessons;
}

function lessonOn(
  time: DemoTime,
  date: CivilDate,
  weekly: WeeklyHour,
  row: number,
  count: number,
  rooms: Rooms,
): DemoLesson {
  const { teacher, student, subject, level, block } = weekly;
  const offset = daysBetween(time.today, date);
  const status = statusOf(weekly, offset);
  const id = demoId("lesson", count + 1);
  const topics = TOPICS[subject];
  // A week before; what is still to come was booked before now.
  const bookedOn = Math.min(offset - 7, -1);
  const wasConfirmed = status !== OPEN && status !== BY_TEACHER;
  // One confirmed hour in three still waits for its link.
  const hasRoom = wasConfirmed && !isCancelled(status) && (offset < 0 || row % 3 !== 0);
  return {
    id,
    teacherId: CAST[teacher].id,
    studentId: CAST[student].id,
    date,
    block,
    subject,
    level,
    title: subject,
    description: topics[(count + row) % topics.length] ?? "",
    status,
    cancelMessage: status === BY_TEACHER ? (REASONS[count % REASONS.length] ?? null) : null,
    meetingLink: hasRoom ? room(rooms, id) : "",
    ...DEFAULT_PRICES[level],
    version: status === OPEN ? 0 : status === CONFIRMED || status === BY_TEACHER ? 1 : 2,
    createdAt: time.at(bookedOn, `${15 + (count % 5)}:${String((count * 7) % 60).padStart(2, "0")}`),
    confirmedAt: wasConfirmed ? time.at(bookedOn, `20:${String((count * 11) % 60).padStart(2, "0")}`) : null,
  };
}

function statusOf({ otherwise = {}, ahead = [CONFIRMED, OPEN] }: WeeklyHour, offset: number): LessonStatus {
  if (offset < 0) return otherwise[Math.floor((-offset - 1) / 7)] ?? "Zrealizowana";
  // Today's are still to be held, whatever the hour of the first start.
  if (offset === 0) return CONFIRMED;
  return ahead[offset <= 7 ? 0 : 1];
}

function room(rooms: Rooms, lessonId: string): string {
  return rooms.lessonPlace === "own" ? ownRoomAddress(rooms, lessonId) : outsideRoom(rooms, lessonId);
}

/** Days whose lessons have times of presence. */
const EVIDENCE_DAYS = 28;

/** Who was in the rooms of the last weeks' lessons; a child without a login with its parent's account. */
export function demoVisits(time: DemoTime, lessons: readonly DemoLesson[], { lessonPlace }: Rooms) {
  if (lessonPlace === "outside") return [];
  const held = lessons.filter(
    ({ date, status }) =>
      date < time.today &&
      date >= time.day(-EVIDENCE_DAYS) &&
      (status === "Zrealizowana" || status === CONFIRMED),
  );
  return held.flatMap((lesson, at) => {
    const { closesAt } = roomHours(lesson);
    const visit = (n: number, userId: string, role: RoomRole, from: number, to: number) => {
      const minute = (minutes: number) =>
        new Date(blockStart(lesson.date, lesson.block).getTime() + minutes * 60_000);
      const leftAt = minute(to);
      return {
        id: demoId("visit", 2 * at + n),
        lessonId: lesson.id,
        userId,
        role,
        generation: n,
        enteredAt: minute(from),
        seenAt: leftAt,
        leftAt,
        closesAt,
      };
    };
    return [
      visit(1, lesson.teacherId, "teacher", -2 - (at % 4), 60 + (at % 3)),
      visit(2, DESK_OF.get(lesson.studentId) ?? lesson.studentId, "student", (at % 5) - 1, 59 + (at % 2)),
    ];
  });
}

/** Children without a login, and the parent whose account they use. */
const DESK_OF = new Map(
  Object.entries(CHILDREN_OF).flatMap(([parent, children]) =>
    children
      .filter((child) => CAST[child].email === null)
      .map((child) => [CAST[child].id, CAST[parent as DemoName].id] as const),
  ),
);
