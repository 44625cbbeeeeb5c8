import { randomUUID } from "node:crypto";
import { markReadInput } from "@korki/contracts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import type { ChatClientEvents } from "@korki/contracts/wire/chat-socket";
import {
  sentToWire,
  type WireAcknowledgement,
  wireDraft,
  wireReading,
  wireTyping,
} from "@korki/contracts/wire/message";
import { RATE_LIMITS, TYPING } from "@korki/domain";
import { invalidInput, type ServiceError, type Services } from "@korki/services";
import type { MessageQueue } from "@korki/services/chat/message-queue";
import { markRead } from "@korki/services/chat/read-messages";
import { announceTyping } from "@korki/services/chat/send-message";
import type { Stored } from "@korki/services/chat/store-batch";
import { errorResponseOf, firstIssue } from "../errors";
import { atMostPerWindow, type Offences } from "./chat-offences";
import { type ChatSocket, typingRoom } from "./chat-socket";
import { closeAsUnparsable } from "./chat-websockets";
import { acknowledgeWork, answer, callerLogOf, renewSession } from "./socket-session";

/** What the handlers of one connection's events work with. */
export type ChatEventDeps = {
  services: Services;
  queue: MessageQueue;
  offences: Offences;
  /** Hands a message that was just stored to the connections that are to show it. */
  deliver(stored: Stored, from: ChatSocket): void;
};

/** A connection may say this much more than its account may send: readings, renewals, what is refused. */
const EVENTS_PER_MESSAGE = 4;
const EVENTS_BESIDES = 60;
/** Without a number, everything is read. */
const ALL = 2_147_483_647;

/** Handles one connection's events. No event can affect another connection. */
export function handleEvents(socket: ChatSocket, deps: ChatEventDeps): void {
  const { services, queue, offences, deliver } = deps;
  const { actor } = socket.data;
  const messages = RATE_LIMITS.chat.tries * services.settings.rateLimitScale;
  const isWithin = atMostPerWindow(messages * EVENTS_PER_MESSAGE + EVENTS_BESIDES);

  const offend = (close: () => void) => {
    offences.note(actor.id);
    close();
  };
  socket.conn.on("data", () => {
    if (!isWithin()) offend(() => socket.disconnect(true));
  });
  // Packets that are not socket.io, as reported by the decoder.
  socket.on("error" as keyof ChatClientEvents, () => offend(() => closeAsUnparsable(socket)));

  // Frames that are no WebSocket's, or larger than any message.
  socket.on("disconnect", (reason) => {
    if (reason === "transport error") offences.note(actor.id);
  });

  socket.on("send_message", (payload, acknowledge) => {
    const parsed = parseObject(payload);
    if (!parsed) return offend(() => closeAsUnparsable(socket));
    const draft = wireDraft.safeParse(parsed);
    if (!draft.success) return answer(acknowledge, refusal(invalidInput(firstIssue(draft.error))));
    const { recipientId, text, clientKey = randomUUID() } = draft.data;
    queue.push({ senderId: actor.id, recipientId, text, clientKey }, (outcome) => {
      if ("refusal" in outcome) {
        // Who may not write to somebody, or writes too often, is in the log like every refused call.
        errorResponseOf(outcome.refusal, callerLogOf(services, socket));
        return answer(acknowledge, refusal(outcome.refusal));
      }
      answer(acknowledge, sentToWire(outcome.message));
      if (outcome.isNew) deliver(outcome, socket);
    });
  });

  socket.on("messages_read", async (payload, acknowledge) => {
    const parsed = parseReading(payload);
    if (parsed === undefined) return offend(() => closeAsUnparsable(socket));
    const reading = wireReading.safeParse(parsed);
    if (!reading.success) return answer(acknowledge, { error: commonTexts.invalidInput });
    const { sender: userId, seq: upTo = ALL } = reading.data;
    await attempt(services, socket, acknowledge, () =>
      markRead({ ...services, actor, address: "socket" }, markReadInput.parse({ userId, upTo })),
    );
  });

  socket.on("renew", (token, acknowledge) =>
    attempt(services, socket, acknowledge, () => renewSession(services, socket, token)),
  );
  handleTyping(socket, services);
}

function handleTyping(socket: ChatSocket, services: Services): void {
  const { actor } = socket.data;
  let typedAt = Number.NEGATIVE_INFINITY;
  socket.on("typing", async (payload) => {
    const { data } = wireTyping.safeParse(parseObject(payload));
    // A dropped typing signal does no harm: it gets no answer and counts as no offence.
    if (!data || !socket.rooms.has(typingRoom(actor.id))) return;
    if (performance.now() - typedAt < TYPING.everyMs / 2) return;
    typedAt = performance.now();
    await announceTyping(services, { senderId: actor.id, recipientId: data.recipient }).catch(
      (error: unknown) => services.log.warn({ err: error }, "typing could not be announced"),
    );
  });
}

/** Runs work that has no answer of its own, and acknowledges it. */
function attempt(
  services: Services,
  socket: ChatSocket,
  acknowledge: unknown,
  work: () => Promise<void>,
): Promise<void> {
  const run = async () => {
    await work();
    return { ok: true };
  };
  return acknowledgeWork(services, socket, acknowledge, run, ({ text: error }) => ({ error }));
}

function refusal({ message: error, code, retryAfterSeconds }: ServiceError): WireAcknowledgement {
  return { error, code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** The object in a JSON string; null where there is none. */
function parseObject(payload: unknown): object | null {
  if (typeof payload !== "string") return null;
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** A reading is a JSON string like everything else; the bare id of the sender will do. Undefined: unreadable. */
function parseReading(payload: unknown): unknown {
  if (typeof payload === "object" && payload !== null) return payload;
  if (typeof payload !== "string") return undefined;
  return /^[0-9a-f-]{36}$/i.test(payload) ? payload : (parseObject(payload) ?? undefined);
}
