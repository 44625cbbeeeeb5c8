import { type Draft, PAGE, type Point } from "@korki/board";
import { blockStart } from "@korki/domain";
import { demoId } from "./ids";
import type { DemoLesson, Rooms } from "./lessons";
import { CAST } from "./people";
import type { DemoTime } from "./time";

type Drawn = Pick<Draft, "kind" | "body"> & { page?: number };

/** Of the last two lessons of the first student's: a parabola with its zeros, and the task that the student solved. */
export function demoBoards(time: DemoTime, lessons: readonly DemoLesson[], { lessonPlace }: Rooms) {
  if (lessonPlace === "outside") return [];
  const held = lessons.filter(
    ({ date, status, teacherId, studentId }) =>
      date < time.today &&
      status === "Zrealizowana" &&
      teacherId === CAST.anna.id &&
      studentId === CAST.jakub.id,
  );
  return held.slice(-2).map((lesson, board) => ({
    lessonId: lesson.id,
    now: new Date(blockStart(lesson.date, lesson.block).getTime() + 30 * 60_000),
    operations: [...byTeacher(), ...byStudent()].map(({ authorId, page = 1, ...operation }, at) => ({
      ...({ key: demoId("board", board * 100 + at + 1), page, ...operation } as Draft),
      seq: at + 1,
      authorId,
    })),
  }));
}

const ORIGIN: Point = [800, 620];
const UNIT = 80;
const at = (x: number, y: number): Point => [ORIGIN[0] + x * UNIT, ORIGIN[1] - y * UNIT];

/** x² − 2x − 3 from −1.9 to 3.9. */
const PARABOLA = Array.from({ length: 59 }, (_, step): [number, number, number] => {
  const x = step / 10 - 1.9;
  const [left, top] = at(x, (x * x - 2 * x - 3) / 2);
  return [rounded(left), rounded(top), 0.5];
});

function byTeacher() {
  const look = { colour: "black", width: 4 } as const;
  const arrow = (from: Point, to: Point): Drawn => ({
    kind: "shape",
    body: { shape: "arrow", from, to, ...look },
  });
  const drawn: Drawn[] = [
    { kind: "page", body: { no: 1, ground: "grid" } },
    words([120, 90], "Miejsca zerowe funkcji kwadratowej", "black", 48),
    { kind: "formula", body: { at: [120, 190], latex: "f(x) = x^2 - 2x - 3" } },
    { kind: "formula", body: { at: [120, 290], latex: "x_{1,2} = \\frac{-b \\pm \\sqrt{\\Delta}}{2a}" } },
    arrow(at(-5, 0), at(6, 0)),
    arrow(at(0, -3.5), at(0, 5)),
    { kind: "stroke", body: { points: PARABOLA, tool: "pen", colour: "violet", width: 4 } },
    { kind: "page", body: { no: 2, ground: "lines" }, page: 2 },
    { ...words([120, 90], "Na następną lekcję: zadania 3, 5 i 7 ze strony 84", "black", 32), page: 2 },
  ];
  return drawn.map((operation) => ({ ...operation, authorId: CAST.anna.id }));
}

function byStudent() {
  const drawn: Drawn[] = [
    { kind: "formula", body: { at: [1_080, 190], latex: "\\Delta = 4 + 12 = 16" } },
    { kind: "formula", body: { at: [1_080, 270], latex: "x_1 = -1 \\quad x_2 = 3" } },
    ...[-1, 3].map((x): Drawn => {
      const [left, top] = at(x, 0);
      const [from, to] = [[left - 14, top - 14] as Point, [left + 14, top + 14] as Point];
      return { kind: "shape", body: { shape: "ellipse", from, to, colour: "blue", width: 4 } };
    }),
    words([1_080, PAGE.height - 160], "Zgadza się z wykresem!", "blue", 32),
  ];
  return drawn.map((operation) => ({ ...operation, authorId: CAST.jakub.id }));
}

function words(place: Point, text: string, colour: "black" | "blue", size: number): Drawn {
  return { kind: "text", body: { at: place, text, size, colour } };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
