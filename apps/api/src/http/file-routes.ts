import * as field from "@korki/contracts/fields";
import { wishedTrialQuery } from "@korki/contracts/trial-lessons";
import { wireMonthParams } from "@korki/contracts/wire/report";
import type { Role } from "@korki/domain";
import { z } from "zod";

/** A route beside the table of `apps/api/src/rest`: it answers a file, takes one, or leads to a page. */
export type FileRoute = {
  method: "GET" | "PUT";
  /** Below `/api`, with `{name}` for a variable. */
  path: string;
  roles: readonly Role[] | "anyone";
  /** One sentence for the API's documentation. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Media types of the body. */
  takes?: readonly string[];
  /** The media type of the answer, the schema of one in JSON, or that it leads to another address. */
  answers: string | z.ZodType | "redirect";
};

/** One that is not for anybody. */
export type MembersFileRoute = FileRoute & { roles: readonly Role[] };

const PDF = "application/pdf";
const PAYERS: readonly Role[] = ["Student", "Parent", "Admin"];
const BOARD_READERS: readonly Role[] = ["Student", "Teacher", "Parent", "Admin"];
const idParams = z.object({ id: field.id });
const lessonParams = z.object({ lessonId: field.id });

/** What is mounted from here and what `/api/openapi.json` says of it are one. */
export const FILE_ROUTES = {
  ownSummary: {
    method: "GET",
    path: "/student/summary/{year}/{month}.pdf",
    roles: ["Student"],
    summary: "The student's month as a PDF",
    params: wireMonthParams,
    answers: PDF,
  },
  childSummary: {
    method: "GET",
    path: "/parent/summary/{studentId}/{year}/{month}.pdf",
    roles: ["Parent"],
    summary: "A child's month as a PDF",
    params: wireMonthParams.extend({ studentId: field.id }),
    answers: PDF,
  },
  invoice: {
    method: "GET",
    path: "/invoice/{id}/pdf",
    roles: PAYERS,
    summary: "An invoice as a PDF; 409 until the provider has issued it",
    params: idParams,
    answers: PDF,
  },
  bill: {
    method: "GET",
    path: "/bill/{id}/pdf",
    roles: PAYERS,
    summary: "A monthly bill as a PDF",
    params: idParams,
    answers: PDF,
  },
  board: {
    method: "GET",
    path: "/lesson/{lessonId}/board.pdf",
    roles: BOARD_READERS,
    summary: "The board of a lesson as a PDF",
    params: lessonParams,
    answers: PDF,
  },
  addBoardPicture: {
    method: "PUT",
    path: "/lesson/{lessonId}/board/picture",
    roles: BOARD_READERS,
    summary: "A picture for the board of a lesson, by who may draw there",
    params: lessonParams,
    takes: ["image/png", "image/jpeg", "image/webp"],
    answers: z.object({ pictureId: field.id }),
  },
  boardPicture: {
    method: "GET",
    path: "/lesson/{lessonId}/board/picture/{pictureId}",
    roles: BOARD_READERS,
    summary: "A picture of the board of a lesson",
    params: lessonParams.extend({ pictureId: field.id }),
    answers: "image/webp",
  },
  confirmLink: {
    method: "GET",
    path: "/user/confirm/{token}",
    roles: "anyone",
    summary: "The link of older e-mails: leads to the page that confirms, and changes nothing",
    params: z.object({ token: z.string() }),
    answers: "redirect",
  },
  calendar: {
    method: "GET",
    path: "/calendar/{key}.ics",
    roles: "anyone",
    summary: "The calendar behind a private address; its key is the permission",
    params: z.object({ key: z.string() }),
    answers: "text/calendar",
  },
  wishedTrial: {
    method: "GET",
    path: "/trial.ics",
    roles: "anyone",
    summary:
      "The half hour that a visitor has just asked for, to keep; its query says all that the file does",
    query: wishedTrialQuery,
    answers: "text/calendar",
  },
} as const satisfies Record<string, FileRoute>;

type ExpressPath<P extends string> = P extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${ExpressPath<After>}`
  : P;

/** Where Express serves a route of the table; its type names the variables. */
export function expressPath<P extends string>({ path }: { path: P }): `/api${ExpressPath<P>}` {
  return `/api${path.replaceAll(/\{(\w+)\}/g, ":$1") as ExpressPath<P>}`;
}

/** The name of a route in logs and metrics. */
export function routeName({ path }: FileRoute): string {
  return `/api${path}`;
}
