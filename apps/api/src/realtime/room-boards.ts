import { randomUUID } from "node:crypto";
import { type BoardOperation, boardDrafts } from "@korki/contracts/board";
import { boardTexts } from "@korki/contracts/texts/board";
import { listLastOperations, listOperations } from "@korki/db";
import { conflict, type Services } from "@korki/services";
import { drawOnBoard } from "@korki/services/board/draw-on-board";
import { z } from "zod";
import { LARGE_CALLS } from "../http/large-bodies";
import { atMostPerWindow } from "./chat-offences";
import type { ChatServer } from "./chat-socket";
import { takeUpTo } from "./chat-websockets";
import { acknowledgeInRoom, type RoomSocket, roomNamespace } from "./room-socket";

/** What a connection may send in ten seconds; what it stores in them is limited apart. */
const EVENTS_MAX = 400;
/** The same in bytes: as much as two boards hold. */
const BYTES_MAX = 2 * LARGE_CALLS["board.draw"];

/** Which operations were added to a lesson's log, and which process shows them to its own windows. */
const boardSignal = z.object({ from: z.string(), lessonId: z.string(), since: z.int(), upTo: z.int() });

/** Where the windows of this process are. */
type Windows = {
  /** The lesson in whose room a connection is. */
  lessonOf(socket: RoomSocket): string | undefined;
  socketsIn(lessonId: string): RoomSocket[];
  lessons(): string[];
};

/**
 * The boards in the rooms of one process (rules §31): takes what windows draw, and shows it to the others here and, by
 * LISTEN/NOTIFY, at other processes. A window that misses a number asks for it.
 */
export class RoomBoards {
  readonly #id = randomUUID();

  constructor(
    io: ChatServer,
    private readonly services: Services,
    private readonly windows: Windows,
  ) {
    roomNamespace(io).on("connection", (socket) => {
      const { rateLimitScale: scale } = services.settings;
      const isWithin = atMostPerWindow(EVENTS_MAX * scale);
      const isWithinBytes = atMostPerWindow(BYTES_MAX * scale);
      takeUpTo(LARGE_CALLS["board.draw"], socket);
      const weigh = ({ data }: { data?: { length?: number } }) => {
        if (!isWithinBytes(data?.length ?? 0)) socket.disconnect(true);
      };
      socket.conn.on("packet", weigh);
      socket.on("disconnect", () => socket.conn.off("packet", weigh));
      // What a connection draws is stored in its order.
      let last: Promise<void> = Promise.resolve();
      socket.on("board", (input, acknowledge) => {
        if (!isWithin()) return void socket.disconnect(true);
        last = last.then(() => this.#draw(socket, input, acknowledge));
      });
    });
  }

  /** Takes a payload of `korki_boards`. */
  onSignal(payload: string): void {
    const { from, lessonId, since, upTo } = boardSignal.parse(JSON.parse(payload));
    if (from !== this.#id) void this.#fetch(lessonId, since, upTo - since);
  }

  /** Signals may have been missed: shows every board's last operation, so that a window that misses others asks for them. */
  onListening(): void {
    listLastOperations(this.services.db, this.windows.lessons())
      .then((last) => {
        for (const { lessonId, ...operation } of last) this.#show(lessonId, [operation]);
      })
      .catch((error: unknown) => this.#failed(error));
  }

  async #draw(socket: RoomSocket, input: unknown, acknowledge: unknown): Promise<void> {
    const { services } = this;
    let show = () => {};
    await acknowledgeInRoom(services, socket, acknowledge, async () => {
      const drafts = boardDrafts.parse(input);
      const lessonId = drafts.lessonId ?? this.windows.lessonOf(socket);
      if (lessonId === undefined) throw conflict(boardTexts.notInRoom);
      const ctx = { ...services, actor: socket.data.actor, address: "socket" };
      const { seqs, stored } = await drawOnBoard(ctx, { ...drafts, lessonId }, this.#id);
      show = () => this.#show(lessonId, stored);
      return { seqs };
    });
    show();
  }

  async #fetch(lessonId: string, since: number, most: number): Promise<void> {
    if (this.windows.socketsIn(lessonId).length === 0) return;
    try {
      this.#show(lessonId, await listOperations(this.services.db, { lessonId, since, most }));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The author's window hears it as well: a copy can be made of what is heard alone. */
  #show(lessonId: string, operations: BoardOperation[]): void {
    if (operations.length === 0) return;
    for (const socket of this.windows.socketsIn(lessonId)) socket.emit("board", { operations });
  }

  #failed(error: unknown): void {
    this.services.log.warn({ err: error }, "what was drawn could not be shown");
  }
}
