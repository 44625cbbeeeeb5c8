import { boardLogShown, boardRef, getBoardInput } from "@korki/contracts/board";
import { room, roomAddress, roomEvidence, roomRef } from "@korki/contracts/classroom";
import { z } from "zod";
import { type RestRoute, route } from "./route";

/** The rooms of lessons (rules §30). */
export const CLASSROOM_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/lesson/{lessonId}/room",
    procedure: "classroom.room",
    summary: "The room of a lesson: where it is, when it is open, and who is in it",
    params: roomRef,
    answer: room,
  }),
  route({
    method: "POST",
    path: "/lesson/{lessonId}/visit",
    procedure: "classroom.visit",
    summary:
      "Go to a lesson that takes place at an address outside; 409 in an own room and outside its hours",
    params: roomRef,
    body: z.object({}),
    example: {},
    answer: roomAddress,
  }),
  route({
    method: "GET",
    path: "/lesson/{lessonId}/evidence",
    procedure: "classroom.evidence",
    summary: "Who was in a lesson's room, when, and for how many seconds",
    params: roomRef,
    answer: roomEvidence,
  }),
];

const since = z.coerce.number().pipe(getBoardInput.shape.since.removeDefault());

/** The boards of lessons (rules §31); pictures and the PDF are files, see `http/board-files`. */
export const BOARD_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/lesson/{lessonId}/board",
    procedure: "board.get",
    summary:
      "The operations of a lesson's board after the number `since`, at most 1,000; `lastSeq` is the board's last",
    params: boardRef,
    query: z.object({ since: since.optional() }),
    answer: boardLogShown,
  }),
];
