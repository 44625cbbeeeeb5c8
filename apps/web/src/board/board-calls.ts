import type { AppRouter } from "@korki/api/router";
import { type BoardCalls, type Draft, type DrawAnswer, unpack } from "@korki/board";
import type { BoardDraftsInput, BoardView } from "@korki/contracts/board";
import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import type { TRPCClient } from "@trpc/client";
import { errorText, statusOf } from "../server/errors";
import { renewSession } from "../server/renew-session";
import { accessToken } from "../session/access-token";
import { currentSession } from "../session/session-store";

/** The procedures of the boards. */
export type BoardClientCalls = Pick<TRPCClient<AppRouter>, "board">;

/** Everything that the board's screen asks of the server. */
export type BoardServer = {
  view(): Promise<BoardView>;
  /** Fetches the log before the board is opened, which is about to happen. */
  begin(): void;
  calls: BoardCalls;
  takeLast(): Promise<unknown>;
  savePicture(file: Blob): Promise<string>;
  picture(pictureId: string): Promise<Blob>;
  pdf(): Promise<{ fileName: string; base64: string }>;
};

/** Sends operations over the room's connection; null: there is none just now. */
export type SendDrafts = (input: BoardDraftsInput) => Promise<DrawAnswer> | null;

/** Returns the calls of a lesson's board. */
export function boardServer(client: BoardClientCalls, lessonId: string, send?: SendDrafts): BoardServer {
  const address = `/api/lesson/${lessonId}/board`;
  const since = async (seq: number) => {
    const { operations } = await client.board.packed.query({ lessonId, since: seq });
    return unpack(seq, operations);
  };
  let begun: ReturnType<typeof since> | null = null;
  const fetched = async (path: string, request: RequestInit = {}) => {
    const sent = (token: string | null) =>
      fetch(address + path, { ...request, headers: { authorization: `Bearer ${token ?? ""}` } }).catch(() => {
        throw new FileRefused(null, interfaceTexts.noConnection);
      });
    const token = accessToken();
    let answer = await sent(token);
    const isRefused = answer.status === 401 && currentSession().phase === "signedIn";
    if (isRefused && (await renewSession(token)) === "renewed") answer = await sent(accessToken());
    if (answer.ok) return answer;
    const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
    throw new FileRefused(answer.status, error ?? commonTexts.somethingWentWrong);
  };
  return {
    view: () => client.board.view.query({ lessonId }),
    begin() {
      begun = since(0);
      // Whoever opens the board hears of it.
      begun.catch(() => undefined);
    },
    calls: {
      since(seq) {
        const early = seq === 0 ? begun : null;
        begun = null;
        return early ?? since(seq);
      },
      draw(drafts) {
        const input = { lessonId, operations: drafts as Draft[] };
        return send?.(input) ?? client.board.draw.mutate(input).catch(refusalOf);
      },
    },
    takeLast: () => client.board.takeLast.mutate({ lessonId }),
    async savePicture(file) {
      const answer = await fetched("/picture", { method: "PUT", body: file });
      return ((await answer.json()) as { pictureId: string }).pictureId;
    },
    picture: async (pictureId) => (await fetched(`/picture/${pictureId}`)).blob(),
    pdf: () => client.board.pdf.query({ lessonId }),
  };
}

/** A file was neither sent nor received. The message is Polish; `status` is null where no server answered. */
export class FileRefused extends Error {
  constructor(
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

/** Whether a file is missing for good. */
export function isGone(error: unknown): boolean {
  return error instanceof FileRefused && (error.status === 404 || error.status === 410);
}

/** What a person reads of a failed call of the board. */
export function boardErrorText(error: unknown): string {
  return error instanceof FileRefused ? error.message : errorText(error);
}

/** A refusal is an answer; whatever came from no server is thrown on. */
function refusalOf(error: unknown): DrawAnswer {
  const status = statusOf(error);
  if (typeof status !== "number") throw error;
  return { error: errorText(error), status };
}
