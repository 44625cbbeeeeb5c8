import { enterRoomInput, type RoomWindow, roomSignal } from "@korki/contracts/classroom";
import { endVisit, findLastSeq, findRoomsOf, keepVisits, type RoomRow } from "@korki/db";
import { groupBy, ROOM_SIGNALS, type RoomClosing, roomDoor, roomHours, VISIT_GAP_MS } from "@korki/domain";
import type { Services } from "@korki/services";
import { enterRoom, TakenOver, toWindow } from "@korki/services/classroom/enter-room";
import { mayEnter, presentIn } from "@korki/services/classroom/find-room";
import { relayFor } from "@korki/services/classroom/relay-credentials";
import { placeOf } from "@korki/services/lessons/room-place";
import type { AccessWatch } from "./access-watch";
import { atMostPerWindow } from "./chat-offences";
import type { ChatServer } from "./chat-socket";
import { type PassedSignal, type RoomNews, RoomRelay } from "./room-relay";
import { acknowledgeInRoom, type RoomSocket, roomNamespace } from "./room-socket";
import {
  CONNECTIONS_PER_PERSON_MAX,
  disconnectExpired,
  EXPIRY_MS,
  letIn,
  proveHandshake,
  renewSession,
} from "./socket-session";

/** How often windows are asked whether they are there, which is written down, and who is not heard is looked up. */
const KEEP_MS = 4_000;
/** Changes within this time are looked at together. */
const RECHECK_MS = 50;
/** What a connection may ask beside its signals, in ten seconds. */
const QUESTIONS_MAX = 50;

/** One window of this process that is in a room. */
type Seat = {
  readonly socket: RoomSocket;
  readonly window: string;
  readonly lessonId: string;
  /** Everybody whose changes may close the room. */
  readonly concerned: ReadonlySet<string>;
  readonly closesAt: Date;
  heardAt: Date;
  /** The people that the window was told last. */
  told?: string;
};

/**
 * The lessons' rooms of one process (rules §30). The database knows who is where: a window that is heard is written down
 * every few seconds, so that a process can end at any time and the window goes on at another one.
 */
export class Rooms {
  readonly #seats = new Map<string, Seat>();
  readonly #seatBySocket = new Map<RoomSocket, Seat>();
  readonly #seatsByLesson = new Map<string, Set<Seat>>();
  /** Rooms whose people are to be shown. */
  readonly #stale = new Set<string>();
  readonly #relay: RoomRelay;
  readonly #timers: NodeJS.Timeout[];
  #recheck: NodeJS.Timeout | undefined;
  #isShowing = false;
  #isKeeping = false;

  constructor(
    io: ChatServer,
    private readonly services: Services,
    access: AccessWatch,
  ) {
    this.#relay = new RoomRelay(services, (news) => this.#hear(news));
    const namespace = roomNamespace(io);
    letIn(services, namespace, (handshake) => proveHandshake(services, handshake));
    namespace.on("connection", (socket) => {
      const { actor } = socket.data;
      void socket.join(actor.id);
      if ((namespace.adapter.rooms.get(actor.id)?.size ?? 0) > CONNECTIONS_PER_PERSON_MAX) {
        socket.disconnect(true);
        return;
      }
      const unwatch = access.watch(actor, () => {
        this.#closeFor(socket, "access");
        socket.disconnect(true);
      });
      const hear = () => {
        const seat = this.#seatBySocket.get(socket);
        if (seat) seat.heardAt = services.now();
      };
      socket.conn.on("packet", hear);
      socket.on("disconnect", () => {
        unwatch();
        socket.conn.off("packet", hear);
        this.#lose(socket);
      });
      this.#handle(socket);
    });
    this.#timers = [
      setInterval(() => void this.#keep(), KEEP_MS),
      setInterval(() => {
        const now = services.now();
        for (const seat of this.#seats.values()) if (seat.closesAt <= now) this.#close(seat, "ended");
        disconnectExpired(namespace, now);
      }, EXPIRY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Takes a payload of `korki_rooms`. */
  onSignal(payload: string): void {
    this.#relay.onSignal(payload);
  }

  /** Signals of the database may have been missed. */
  onListening(): void {
    this.#relay.onListening();
    this.onChange(null);
    this.#show(this.lessons());
  }

  /** The lesson in whose room a connection is. */
  lessonOf(socket: RoomSocket): string | undefined {
    return this.#seatBySocket.get(socket)?.lessonId;
  }

  /** The connections in a lesson's room. */
  socketsIn(lessonId: string): RoomSocket[] {
    return this.#seatsIn(lessonId).map(({ socket }) => socket);
  }

  /** The lessons in whose rooms somebody is here. */
  lessons(): string[] {
    return [...this.#seatsByLesson.keys()];
  }

  /** Something changed for these people (null: for anybody): looks whether those in rooms may stay. */
  onChange(userIds: readonly string[] | null): void {
    const isConcerned = [...this.#seats.values()].some(
      ({ concerned }) => userIds === null || userIds.some((id) => concerned.has(id)),
    );
    if (isConcerned) this.#recheck ??= setTimeout(() => void this.#checkStanding(), RECHECK_MS);
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#recheck);
    this.#relay.stop();
    this.#seats.clear();
    this.#seatBySocket.clear();
    this.#seatsByLesson.clear();
  }

  #handle(socket: RoomSocket): void {
    const { services } = this;
    const scale = services.settings.rateLimitScale;
    const isSignalWithin = atMostPerWindow(ROOM_SIGNALS.tries * scale);
    const isQuestionWithin = atMostPerWindow(QUESTIONS_MAX * scale);
    // A connection's questions are answered one after another.
    let last: Promise<void> = Promise.resolve();
    const ask = (acknowledge: unknown, work: () => Promise<object>) => {
      if (!isQuestionWithin()) return void socket.disconnect(true);
      last = last.then(() => acknowledgeInRoom(services, socket, acknowledge, work));
    };
    socket.on("enter", (input, acknowledge) =>
      ask(acknowledge, async () => this.#enter(socket, enterRoomInput.parse(input))),
    );
    socket.on("leave", (_, acknowledge) =>
      ask(acknowledge, async () => {
        const seat = this.#seatBySocket.get(socket);
        if (seat) await this.#end(seat);
        return { ok: true };
      }),
    );
    socket.on("renew", (input, acknowledge) =>
      ask(acknowledge, async () => {
        await renewSession(services, socket, input?.token);
        return { ok: true };
      }),
    );
    socket.on("signal", (input) => {
      const parsed = roomSignal.safeParse(input);
      if (!isSignalWithin() || !parsed.success) return void socket.disconnect(true);
      const seat = this.#seatBySocket.get(socket);
      if (!seat) return;
      const { lessonId, window: from } = seat;
      const passed: PassedSignal = { kind: "signal", lessonId, from, ...parsed.data };
      if (this.#seats.has(passed.to)) this.#deliver(passed);
      else this.#relay.tell(passed);
    });
  }

  async #enter(socket: RoomSocket, input: Parameters<typeof enterRoom>[1]) {
    const { services } = this;
    const { actor } = socket.data;
    const { lessonId } = input;
    const before = this.#seatBySocket.get(socket);
    const entered = await enterRoom({ ...services, actor, address: "socket" }, input).catch(
      (error: unknown) => {
        if (error instanceof TakenOver) socket.emit("taken-over", {});
        throw error;
      },
    );
    const { window, generation, people, takenOver, concerned, closesAt } = entered;
    const lastSeq = await findLastSeq(services.db, lessonId);
    // The window that this very connection had is replaced, not taken over; that of another lesson is left.
    if (before && before.lessonId !== lessonId) this.#endSoon(before);
    this.#forget(before);
    this.#forget(this.#seats.get(window));
    this.#takeOver(takenOver);
    if (input.window !== undefined) this.#relay.tell({ kind: "resumed", window });
    if (takenOver.length > 0) this.#relay.tell({ kind: "taken-over", windows: takenOver });
    // From here to the answer nothing is waited for: a window that is told of people before the answer would not know them.
    if (socket.connected) {
      const heardAt = services.now();
      const seat: Seat = { socket, window, lessonId, concerned: new Set(concerned), closesAt, heardAt };
      this.#seats.set(window, seat);
      this.#seatBySocket.set(socket, seat);
      this.#seatsByLesson.set(lessonId, new Set(this.#seatsIn(lessonId)).add(seat));
    }
    this.#changed(lessonId);
    // The relay goes by its own clock, not by that of a demo.
    const relay = relayFor(services.settings, { lessonId, userId: actor.id, now: new Date() });
    return { self: window, generation, ...relay, people, lastSeq };
  }

  /** Ends a visit because its person left, or may not stay. */
  async #end(seat: Seat): Promise<void> {
    this.#forget(seat);
    await endVisit(this.services.db, seat.window, this.services.now());
    this.#changed(seat.lessonId);
  }

  #endSoon(seat: Seat): void {
    this.#end(seat).catch((error: unknown) =>
      this.#failed(error, "the end of a visit could not be written down"),
    );
  }

  #close(seat: Seat, reason: RoomClosing): void {
    this.#forget(seat);
    seat.socket.emit("closed", { reason });
    this.#endSoon(seat);
  }

  #closeFor(socket: RoomSocket, reason: RoomClosing): void {
    const seat = this.#seatBySocket.get(socket);
    if (seat) this.#close(seat, reason);
  }

  /** A connection is gone. Whoever comes back within 20 s was never away; the others hear it after that time. */
  #lose(socket: RoomSocket): void {
    const seat = this.#seatBySocket.get(socket);
    if (!seat) return;
    this.#forget(seat);
    keepVisits(this.services.db, [seat]).catch((error: unknown) =>
      this.#failed(error, "when a window was heard last could not be written down"),
    );
    setTimeout(() => this.#changed(seat.lessonId), VISIT_GAP_MS).unref();
  }

  #forget(seat: Seat | undefined): void {
    if (!seat) return;
    if (this.#seats.get(seat.window) === seat) this.#seats.delete(seat.window);
    if (this.#seatBySocket.get(seat.socket) === seat) this.#seatBySocket.delete(seat.socket);
    const inRoom = this.#seatsByLesson.get(seat.lessonId);
    if (inRoom?.delete(seat) && inRoom.size === 0) this.#seatsByLesson.delete(seat.lessonId);
  }

  #seatsIn(lessonId: string): Seat[] {
    return [...(this.#seatsByLesson.get(lessonId) ?? [])];
  }

  #hear(news: Exclude<RoomNews, { kind: "hearing" }>): void {
    if (news.kind === "signal") this.#deliver(news);
    else if (news.kind === "taken-over") this.#takeOver(news.windows);
    else if (news.kind === "resumed") this.#forget(this.#seats.get(news.window));
    else this.#show(news.lessonIds);
  }

  #takeOver(windows: readonly string[]): void {
    for (const window of windows) {
      const seat = this.#seats.get(window);
      this.#forget(seat);
      seat?.socket.emit("taken-over", {});
    }
  }

  /** Hands a signal to its window here. A window that is not in the sender's room gets nothing. */
  #deliver({ lessonId, from, to, generation, data }: PassedSignal): void {
    const seat = this.#seats.get(to);
    if (seat?.lessonId === lessonId) seat.socket.emit("signal", { from, generation, data });
  }

  /** The people of a room are others now: shows them here and at the other processes. */
  #changed(lessonId: string): void {
    this.#relay.tell({ kind: "people", lessonIds: [lessonId] });
    this.#show([lessonId]);
  }

  /** Shows the windows of this process who is in their rooms, where that has changed; one look after another. */
  #show(lessonIds: Iterable<string>): void {
    for (const lessonId of lessonIds) this.#stale.add(lessonId);
    if (!this.#isShowing) void this.#showStale();
  }

  async #showStale(): Promise<void> {
    this.#isShowing = true;
    try {
      while (this.#stale.size > 0) {
        const wanted = [...this.#stale].filter((id) => this.#seatsByLesson.has(id));
        this.#stale.clear();
        if (wanted.length === 0) continue;
        const rows = await presentIn(this.services.db, this.services, wanted);
        const present = groupBy(rows, ({ lessonId }) => lessonId);
        for (const lessonId of wanted) {
          this.#showPeople(lessonId, (present.get(lessonId) ?? []).map(toWindow));
        }
      }
    } catch (error) {
      this.#failed(error, "who is in a room could not be looked up");
    } finally {
      this.#isShowing = false;
    }
  }

  #showPeople(lessonId: string, people: RoomWindow[]): void {
    const told = JSON.stringify(people);
    for (const seat of this.#seatsIn(lessonId)) {
      if (seat.told === told) continue;
      seat.told = told;
      seat.socket.emit("people", { people });
    }
  }

  /** Writes down who is heard, in one statement; those whose visit was ended elsewhere were taken over. */
  async #keep(): Promise<void> {
    const seats = [...this.#seats.values()];
    if (seats.length === 0 || this.#isKeeping) return;
    this.#isKeeping = true;
    try {
      for (const { socket } of seats) {
        const { transport } = socket.conn;
        // The answer is a packet that is heard. Those of the connection itself are rarer.
        if (transport.writable) transport.send([{ type: "ping" }]);
      }
      const kept = new Set(await keepVisits(this.services.db, seats));
      this.#takeOver(seats.map(({ window }) => window).filter((window) => !kept.has(window)));
      await this.#checkStanding();
      this.#show(this.lessons());
    } catch (error) {
      this.#failed(error, "presence in rooms could not be written down");
    } finally {
      this.#isKeeping = false;
    }
  }

  /** Closes the room for those who may not stay, in one statement. */
  async #checkStanding(): Promise<void> {
    this.#recheck = undefined;
    const windows = [...this.#seats.keys()];
    if (windows.length === 0) return;
    try {
      for (const room of await findRoomsOf(this.services.db, windows)) {
        const seat = this.#seats.get(room.window);
        const reason = seat && closingOf(this.services, room, seat);
        if (reason) this.#close(seat, reason);
      }
    } catch (error) {
      this.#failed(error, "whether people may stay in rooms could not be looked up");
    }
  }

  #failed(error: unknown, what: string): void {
    this.services.log.warn({ err: error }, what);
  }
}

/** Why somebody may not stay in a room; null: they may. */
function closingOf(
  { settings, now: clock }: Services,
  room: RoomRow,
  { closesAt }: Seat,
): RoomClosing | null {
  const now = clock();
  const door = roomDoor(room, now);
  if (room.isDeleted || door === "cancelled") return "cancelled";
  if (!mayEnter(room)) return "access";
  if (roomHours(room).closesAt.getTime() !== closesAt.getTime()) return "moved";
  if (placeOf(settings, room).mode === "outside") return "moved";
  return door === "open" ? null : "ended";
}
