import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { newId } from "@korki/db";
import type { ActorCtx } from "../context";

/** How long a preview can be turned into what it shows. */
const LIFETIME_MS = 15 * 60_000;

/** What a preview is about: the kind of action, and everything that the caller asked for. */
export type PreviewSubject = { action: string; body: unknown };

type Payload = { id: string; expires: number; about: string; shown: string };

/**
 * Returns the token of a preview: what it showed, signed with AUTH_SECRET and bound to its caller and its subject.
 *
 * @param shown what the preview shows, as text
 */
export function signPreview(ctx: ActorCtx, subject: PreviewSubject, shown: string): string {
  const expires = ctx.now().getTime() + LIFETIME_MS;
  const payload: Payload = { id: newId(), expires, about: aboutOf(ctx, subject), shown };
  const bytes = Buffer.from(JSON.stringify(payload));
  return `${bytes.toString("hex")}.${signature(ctx, bytes).toString("hex")}`;
}

/** Returns what a token's preview showed, or null for a token of another caller or subject, an expired or a forged one. */
export function readPreview(
  ctx: ActorCtx,
  subject: PreviewSubject,
  token: string,
): { id: string; shown: string } | null {
  const [body = "", signed = ""] = token.split(".");
  const bytes = Buffer.from(body, "hex");
  const expected = signature(ctx, bytes);
  const given = Buffer.from(signed, "hex");
  // Decoding ignores what follows the last good digit.
  if (bytes.length * 2 !== body.length || given.length * 2 !== signed.length) return null;
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { id, expires, about, shown } = JSON.parse(bytes.toString()) as Payload;
  if (expires <= ctx.now().getTime() || about !== aboutOf(ctx, subject)) return null;
  return { id, shown };
}

function aboutOf({ actor }: ActorCtx, { action, body }: PreviewSubject): string {
  return createHash("sha256")
    .update(JSON.stringify([actor.id, action, body]))
    .digest("base64url");
}

function signature({ settings }: ActorCtx, payload: Buffer): Buffer {
  return createHmac("sha256", `preview:${settings.authSecret}`).update(payload).digest();
}
