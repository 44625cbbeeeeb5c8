import type { SentMessage, sendMessageInput } from "@korki/contracts/chat";
import type { z } from "zod";
import type { ActorCtx } from "../context";
import { sendMessages } from "./send-messages";

/** Sends one message over a transport without a socket of the sender; every process is signalled. */
export async function sendMessage(
  ctx: ActorCtx,
  input: z.output<typeof sendMessageInput>,
): Promise<SentMessage> {
  const [outcome] = await sendMessages(ctx, [{ ...input, senderId: ctx.actor.id }], null);
  if (!outcome) throw new Error("a message was not answered for");
  if ("refusal" in outcome) throw outcome.refusal;
  const { id, seq, createdAt } = outcome.message;
  return { id, seq, createdAt };
}
