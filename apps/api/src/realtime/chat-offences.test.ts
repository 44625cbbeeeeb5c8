import { expect, test } from "vitest";
import { Offences } from "./chat-offences";

test.each([1, 10])(
  "an account is barred after three offences, RATE_LIMIT_SCALE times as many (%i)",
  (scale) => {
    const offences = new Offences(scale);
    for (let count = 0; count < 3 * scale; count += 1) offences.note("one");
    expect(offences.isBarred("one")).toBe(false);
    offences.note("one");
    expect(offences.isBarred("one")).toBe(true);
    expect(offences.isBarred("two")).toBe(false);
  },
);
