import { createHash } from "node:crypto";
import type { Letterhead } from "@korki/documents";
import type { ActorCtx } from "../context";
import { FairQueue } from "../fair-queue";
import { getCentre, getLetterhead } from "./get-centre";

/** Rendered files that one process keeps, in bytes; one has 20–60 kB. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** By the hash of what they show, those read last at the end. */
const kept = new Map<string, Buffer>();
let keptBytes = 0;

/** All rendering of this process, by person: a file takes 35–90 ms of the one thread that answers everybody. */
const renderings = new FairQueue({
  waitingPerKey: 10,
  waitingPerGroup: 10,
  groupOf: (userId) => userId,
  waiting: 200,
});

/**
 * Returns a PDF file of these facts, which is rendered once and kept until the facts or the centre's brand differ.
 * Throws `rate_limited` for a person who has too many rendered in an hour or waits for too many at once.
 *
 * @param kind of document
 * @param facts everything that the document shows beside the letterhead
 */
export async function keptDocument(
  ctx: ActorCtx,
  kind: string,
  facts: object,
  render: (letterhead: Letterhead) => Promise<Buffer>,
): Promise<Buffer> {
  const shown = JSON.stringify([ctx.settings.publicUrl, kind, facts, await getCentre(ctx)]);
  const key = createHash("sha256").update(shown).digest("base64url");
  return (
    recall(key) ??
    renderings.run(
      ctx.actor.id,
      async () => {
        // Whoever asked for the same file before may have had it rendered meanwhile.
        const known = recall(key);
        if (known) return known;
        await ctx.limits.consume("document", ctx.actor.id);
        const content = await render(await getLetterhead(ctx));
        keep(key, content);
        return content;
      },
      ctx.settings.rateLimitScale,
    )
  );
}

function recall(key: string): Buffer | null {
  const content = kept.get(key);
  if (!content) return null;
  kept.delete(key);
  kept.set(key, content);
  return content;
}

function keep(key: string, content: Buffer): void {
  kept.set(key, content);
  keptBytes += content.length;
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= KEPT_BYTES_MAX) return;
    kept.delete(oldest);
    keptBytes -= length;
  }
}
