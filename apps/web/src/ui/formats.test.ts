import { describe, expect, it } from "vitest";
import {
  civilDateOf,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDayWithWeekday,
  formatMoney,
  formatMonth,
  formatPhone,
  formatShortDate,
  formatShortWeekday,
  formatSpan,
} from "./formats";

/** With spaces that break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("formats", () => {
  it.each([
    [0, "0 zł"],
    [90, "90 zł"],
    [1234, "1 234 zł"],
    [-1234, "−1 234 zł"],
    [1234567, "1 234 567 zł"],
  ])("writes %i zł as people write it", (zloty, text) => {
    expect(plain(formatMoney(zloty))).toBe(text);
  });

  it("writes civil dates in Polish", () => {
    expect(plain(formatDate("2025-11-21"))).toBe("21 listopada 2025");
    expect(plain(formatDayWithWeekday("2025-11-21"))).toBe("piątek, 21 listopada");
    expect(formatShortDate("2025-01-05")).toBe("05.01.2025");
    expect(formatDayMonth("2025-01-05")).toBe("5.01");
    expect(formatMonth({ year: 2025, month: 11 })).toBe("listopad 2025");
    expect(formatShortWeekday("2025-11-19")).toBe("śr.");
    expect(formatShortWeekday("2025-11-21")).toBe("pt.");
  });

  it("writes a span of days without saying the month twice, and the year where it is another", () => {
    expect(plain(formatSpan("2026-11-16", "2026-11-22", 2026))).toBe("16–22 listopada");
    expect(plain(formatSpan("2026-11-30", "2026-12-06", 2026))).toBe("30 listopada – 6 grudnia");
    expect(plain(formatSpan("2027-01-04", "2027-01-10", 2026))).toBe("4–10 stycznia 2027");
    expect(plain(formatSpan("2026-12-28", "2027-01-03", 2026))).toBe("28 grudnia 2026 – 3 stycznia 2027");
  });

  it("shows instants in Warsaw, whatever the browser's zone, in winter and in summer", () => {
    expect(formatDateTime("2025-11-20T23:30:00Z")).toBe("21.11.2025, 00:30");
    expect(formatDateTime("2025-07-20T22:30:00Z")).toBe("21.07.2025, 00:30");
    expect(civilDateOf("2026-03-29T00:59:00Z")).toBe("2026-03-29");
  });

  it("groups phone numbers and leaves alone what is none", () => {
    expect(plain(formatPhone("+48600100200"))).toBe("+48 600 100 200");
    expect(formatPhone("+48 600 100 200")).toBe(formatPhone("+48600100200"));
    expect(plain(formatPhone("22 123 45 67"))).toBe("22 123 45 67");
    expect(formatPhone("")).toBe("");
  });
});
