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
} from "./formats";

describe("formats", () => {
  it.each([
    [0, "0 zł"],
    [90, "90 zł"],
    [1234, "1 234 zł"],
    [-1234, "−1 234 zł"],
    [1234567, "1 234 567 zł"],
  ])("writes %i zł as people write it", (zloty, text) => {
    expect(formatMoney(zloty).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(text);
  });

  it("writes civil dates in Polish", () => {
    expect(formatDate("2025-11-21")).toBe("21 listopada 2025");
    expect(formatDayWithWeekday("2025-11-21")).toBe("piątek, 21 listopada");
    expect(formatShortDate("2025-01-05")).toBe("05.01.2025");
    expect(formatDayMonth("2025-01-05")).toBe("5.01");
    expect(formatMonth({ year: 2025, month: 11 })).toBe("listopad 2025");
    expect(formatShortWeekday("2025-11-19")).toBe("śr.");
    expect(formatShortWeekday("2025-11-21")).toBe("pt.");
  });

  it("shows instants in Warsaw, whatever the browser's zone, in winter and in summer", () => {
    expect(formatDateTime("2025-11-20T23:30:00Z")).toBe("21.11.2025, 00:30");
    expect(formatDateTime("2025-07-20T22:30:00Z")).toBe("21.07.2025, 00:30");
    expect(civilDateOf("2026-03-29T00:59:00Z")).toBe("2026-03-29");
  });

  it("groups phone numbers and leaves alone what is none", () => {
    expect(formatPhone("+48600100200").replaceAll("\u00a0", " ")).toBe("+48 600 100 200");
    expect(formatPhone("")).toBe("");
  });
});
