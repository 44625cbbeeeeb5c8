import {
  BOARD_LIMITS,
  COLOURS,
  GROUNDS,
  type Operation,
  oneDecimal,
  PAGE,
  type PackedOperation,
  SHAPES,
  TEXT_SIZE,
  TOOLS,
  WIDTHS,
} from "@korki/board";
import { z } from "zod";
import * as field from "./fields";
import { pageOf, paging } from "./paging";
import { boardTexts } from "./texts/board";
import { commonTexts } from "./texts/common";

const invalid = commonTexts.invalidInput;

/** What is drawn may reach beyond the page by the page's size. */
const coordinate = (size: number) =>
  z
    .number(invalid)
    .min(-size, invalid)
    .max(2 * size, invalid)
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, boardTexts.oneDecimal)
    .overwrite(oneDecimal)
    .meta({ multipleOf: 0.1 });
const x = coordinate(PAGE.width);
const y = coordinate(PAGE.height);
const point = z.tuple([x, y], invalid);
const pressedPoint = z.tuple([x, y, z.number(invalid).min(0, invalid).max(1, invalid)], invalid);
const colour = z.enum(COLOURS, invalid);
const width = z.literal(WIDTHS, invalid);
const keys = z.array(field.id, invalid).min(1, invalid).max(BOARD_LIMITS.keysPerOperation, invalid);
/** Whether there is such a page is a rule of the board. */
const pageNumber = z.number(invalid).int(invalid).min(1, invalid);
const text = (max: number) =>
  field.plainText(max, boardTexts.tooLong(max), invalid).refine((value) => value.trim() !== "", invalid);

const bodies = {
  stroke: z.object({
    points: z
      .array(pressedPoint, invalid)
      .min(1, invalid)
      .max(BOARD_LIMITS.pointsPerStroke, boardTexts.tooManyPoints),
    tool: z.enum(TOOLS, invalid),
    colour,
    width,
  }),
  shape: z.object({ shape: z.enum(SHAPES, invalid), from: point, to: point, colour, width }),
  text: z.object({
    at: point,
    text: text(BOARD_LIMITS.textLength),
    size: x.min(TEXT_SIZE.min, invalid).max(TEXT_SIZE.max, invalid),
    colour,
  }),
  formula: z.object({ at: point, latex: text(BOARD_LIMITS.formulaLength) }),
  picture: z.object({ at: point, pictureId: field.id, width: x.min(1, invalid) }),
  move: z.object({ keys, by: point }),
  erase: z.object({ keys }),
  undo: z.object({ key: field.id }),
  redo: z.object({ key: field.id }),
  page: z.object({ no: pageNumber, ground: z.enum(GROUNDS, invalid) }),
  clear: z.object({ no: pageNumber }),
  lock: z.object({ on: z.boolean(invalid) }),
};

/** One kind of operation with what stands around its body. */
const ofKind = <Kind extends keyof typeof bodies, Around extends z.ZodRawShape>(kind: Kind, around: Around) =>
  z.object({ ...around, kind: z.literal(kind), body: bodies[kind] });

const drawn = { key: field.id, page: pageNumber };
const draft = z.discriminatedUnion(
  "kind",
  [
    ofKind("stroke", drawn),
    ofKind("shape", drawn),
    ofKind("text", drawn),
    ofKind("formula", drawn),
    ofKind("picture", drawn),
    ofKind("move", drawn),
    ofKind("erase", drawn),
    ofKind("undo", drawn),
    ofKind("redo", drawn),
    ofKind("page", drawn),
    ofKind("clear", drawn),
    ofKind("lock", drawn),
  ],
  invalid,
);

export const boardRef = z.object({ lessonId: field.id });
export type BoardRef = z.infer<typeof boardRef>;

/** The event `board` of the socket `/room`; without a lesson that of the room in which the window is. */
export const boardDrafts = z.object(
  {
    lessonId: field.id.optional(),
    operations: z.array(draft, invalid).max(BOARD_LIMITS.operationsPerCall, invalid),
  },
  invalid,
);
export type BoardDraftsInput = z.input<typeof boardDrafts>;
export const drawInput = boardDrafts.extend({ lessonId: field.id });
export type DrawInput = z.output<typeof drawInput>;
export const drawAnswer = z.object({ seqs: z.array(z.number()) });

export const getBoardInput = boardRef.extend({
  since: z.number(invalid).int(invalid).min(0, invalid).max(1_000_000, invalid).default(0),
});
export type GetBoardInput = z.output<typeof getBoardInput>;

/** An operation of the log; `at` is when the server took it. */
export type BoardOperation = Operation & { at: string };
/** The log was checked when it was written: to check it again would make a long one slow. */
const logged = z.custom<BoardOperation>();
export const boardLog = z.object({
  pages: z.array(z.object({ no: z.number(), ground: z.enum(GROUNDS) })),
  operations: z.array(logged),
  lastSeq: z.number(),
});
export type BoardLog = z.infer<typeof boardLog>;

/** All of the log after a number as the product's own windows fetch it: several times smaller than the log itself. */
export const packedLog = z.object({ operations: z.array(z.custom<PackedOperation>()) });
export type PackedLog = z.infer<typeof packedLog>;

/** The same as the description of the calls shows it. */
export const boardLogShown = boardLog.extend({
  operations: z.array(
    draft.and(z.object({ seq: z.number().int(), authorId: z.string(), at: field.timestamp })),
  ),
});

/** How the actor sees a board: as whom, and whether it can be written on. */
export const boardView = z.object({
  userId: field.id,
  isTeacher: z.boolean(),
  /** Null: it is only read. */
  writableUntil: field.timestamp.nullable(),
  /** The lesson whose last page can be taken up again. */
  earlier: z.object({ date: field.civilDate, block: field.block }).nullable(),
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  teacherName: z.string(),
  studentName: z.string(),
  /** Everybody who drew, by name; an erased person is "Konto usunięte". */
  authors: z.array(z.object({ id: field.id, name: z.string() })),
});
export type BoardView = z.infer<typeof boardView>;

/** `studentId`: a parent's child, or a student of a teacher's or administrator's. */
export const boardListInput = z.object({ studentId: field.id.optional(), ...paging });
export type BoardListInput = z.output<typeof boardListInput>;
const boardOfLesson = z.object({
  lessonId: field.id,
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  teacherName: z.string(),
});
export type BoardOfLesson = z.infer<typeof boardOfLesson>;
export const boardPage = pageOf(boardOfLesson);
