import type { Message } from "@korki/contracts/chat";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Conversation, EMPTY, hasGap, hasOlder, merge, newestSeq, replace } from "./conversation";

const OWN = "ja";

function message(seq: number, senderId = "ona"): Message {
  return {
    id: `m${seq}`,
    seq,
    senderId,
    recipientId: senderId === OWN ? "ona" : OWN,
    text: `nr ${seq}`,
    clientKey: `k${seq}`,
    createdAt: "2026-11-20T12:00:00.000Z",
    readAt: null,
  };
}

function run(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
}

const seqs = ({ messages }: Conversation) => messages.map(({ seq }) => seq);

describe("merge", () => {
  it("shows each message once and in order, however they come", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 120 }), (order) => {
        let conversation: Conversation = replace(EMPTY, run(20, 25), OWN);
        for (const seq of order) conversation = merge(conversation, [message(seq)], OWN);
        const shown = seqs(conversation);
        expect(shown).toEqual(run(shown[0] ?? 0, shown.at(-1) ?? 0).map(({ seq }) => seq));
        const known = new Set([...order, 20, 21, 22, 23, 24, 25]);
        for (const seq of shown) expect(known).toContain(seq);
        // What is not shown lies beyond something that is missing.
        expect(known).not.toContain(newestSeq(conversation) + 1);
        expect(hasGap(conversation)).toBe([...known].some((seq) => seq > newestSeq(conversation)));
      }),
    );
  });

  it("ends complete whatever the order was, once nothing is missing", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(run(3, 30), { minLength: 28 }), (order) => {
        let conversation: Conversation = replace(EMPTY, run(1, 2), OWN);
        for (const one of order) conversation = merge(conversation, [one], OWN);
        expect(seqs(conversation)).toEqual(run(1, 30).map(({ seq }) => seq));
        expect(hasGap(conversation)).toBe(false);
      }),
    );
  });

  it("holds back what lies beyond a gap until the gap is filled", () => {
    const gapped = merge(replace(EMPTY, run(1, 2), OWN), [message(5)], OWN);
    expect(seqs(gapped)).toEqual([1, 2]);
    expect(hasGap(gapped)).toBe(true);
    expect(seqs(merge(gapped, run(3, 4), OWN))).toEqual([1, 2, 3, 4, 5]);
  });

  it("prepends older pages, and stops at the beginning", () => {
    const newest = replace(EMPTY, run(51, 100), OWN);
    expect(hasOlder(newest)).toBe(true);
    const all = merge(newest, run(1, 50), OWN);
    expect(seqs(all)).toEqual(run(1, 100).map(({ seq }) => seq));
    expect(hasOlder(all)).toBe(false);
    expect(hasOlder(EMPTY)).toBe(false);
  });

  it("drops from the pending what is stored, and only one's own", () => {
    const pending = ["k1", "k2"].map((clientKey) => ({
      clientKey,
      text: "x",
      at: 0,
      state: "sending" as const,
      error: null,
    }));
    const sending = { ...EMPTY, pending };
    expect(merge(sending, [message(1, OWN)], OWN).pending.map(({ clientKey }) => clientKey)).toEqual(["k2"]);
    expect(merge(sending, [message(1)], OWN).pending).toHaveLength(2);
  });
});

describe("replace", () => {
  it("keeps what came in while the page was on its way", () => {
    const early = merge(EMPTY, [message(9)], OWN);
    expect(seqs(replace(early, run(1, 8), OWN))).toEqual(run(1, 9).map(({ seq }) => seq));
    expect(hasGap(replace(early, run(1, 6), OWN))).toBe(true);
  });

  it("treats the first message of an empty conversation as its beginning", () => {
    const empty = replace(EMPTY, [], OWN);
    const third = merge(empty, [message(3)], OWN);
    expect(seqs(third)).toEqual([]);
    expect(hasGap(third)).toBe(true);
    expect(seqs(merge(third, run(1, 2), OWN))).toEqual([1, 2, 3]);
  });

  it("lets go of what the new page does not continue", () => {
    expect(seqs(replace(replace(EMPTY, run(1, 50), OWN), run(5_001, 5_050), OWN))[0]).toBe(5_001);
  });
});
