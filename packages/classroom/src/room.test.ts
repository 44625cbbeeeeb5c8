import { EventEmitter } from "node:events";
import type { EnteredRoom } from "@korki/contracts/classroom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RoomConnection } from "./connection";
import type { OwnMedia } from "./own-media";
import { Room } from "./room";

type Question = { window?: string; answer(self: string): void; lose(): void };

/** The server's side of a connection: requests wait until a test answers them. */
class Server extends EventEmitter {
  connected = false;
  readonly asked: Question[] = [];
  connect = () => undefined;
  disconnect = () => undefined;
  timeout = () => ({
    emitWithAck: (_: "enter", { window }: { window?: string }) =>
      new Promise((resolve, reject) => {
        const answer = (self: string) =>
          resolve({ self, generation: 1, people: [] } as unknown as EnteredRoom);
        this.asked.push({ ...(window && { window }), answer, lose: () => reject(new Error("lost")) });
      }),
  });

  come(): void {
    this.connected = true;
    this.emit("connect");
  }

  /** Drops the connection: no request is answered. */
  go(): void {
    this.connected = false;
    for (const { lose } of this.asked) lose();
    this.emit("disconnect");
  }
}

let server: Server;
let room: Room;

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  const media = { tracks: {}, sending: {}, subscribe: () => () => undefined } as unknown as OwnMedia;
  room = new Room("lesson", server as unknown as RoomConnection, media);
  server.come();
});
afterEach(() => {
  room.stop();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it("asks once however often one presses, also after a visit", async () => {
  room.enter();
  room.enter();
  expect(server.asked).toHaveLength(1);
  server.asked[0]?.answer("first");
  await settle();
  expect(room.snapshot()).toMatchObject({ phase: "inside", self: "first", isOnline: true });
  room.leave();
  room.enter();
  room.enter();
  expect(server.asked).toHaveLength(2);
});

it("takes the answer to its last question only", async () => {
  room.enter();
  server.go();
  await settle();
  server.come();
  // The server has not answered when the first question would be repeated.
  await vi.advanceTimersByTimeAsync(1_500);
  expect(server.asked).toHaveLength(2);
  server.asked[1]?.answer("second");
  await settle();
  expect(room.snapshot()).toMatchObject({ phase: "inside", self: "second" });
});

it("is not brought back by an answer that comes after the room was closed", async () => {
  room.enter();
  server.asked[0]?.answer("first");
  await settle();
  server.go();
  server.come();
  expect(server.asked[1]).toMatchObject({ window: "first" });
  server.emit("closed", { reason: "access" });
  room.enter();
  server.asked[1]?.answer("first");
  await settle();
  expect(room.snapshot().phase).toBe("entering");
  server.asked[2]?.answer("third");
  await settle();
  expect(room.snapshot()).toMatchObject({ phase: "inside", self: "third" });
});
