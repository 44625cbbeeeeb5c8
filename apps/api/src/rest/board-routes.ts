import { boardLogShown, boardRef, getBoardInput } from "@korki/contracts/board";
import { z } from "zod";
import { type RestRoute, route } from "./route";

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
    toInput: ({ params, query }) => ({ ...params, ...query }),
  }),
];
