import { DESCRIPTION_MAX } from "@korki/domain";
import { expect, test } from "vitest";
import { saveDayInput } from "./availability";
import { addClosureInput, closureBody } from "./closures";
import * as field from "./fields";
import { cancelLessonInput, weekInput } from "./lessons";
import { listNotificationsInput } from "./notifications";
import { busyTimesInput } from "./outside-calendars";
import { commonTexts } from "./texts/common";
import { fieldTexts } from "./texts/fields";
import { lessonTexts } from "./texts/lessons";

const TOO_LONG = "x".repeat(DESCRIPTION_MAX + 1);
const NO_TEXT = [null, 5, ["x"], {}, "a\0b", "\ud800"];

const complaint = (schema: { safeParse: typeof field.description.safeParse }, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

test("only a text that is too long is called so", () => {
  const reason = cancelLessonInput.shape.reason.unwrap().unwrap();
  expect(complaint(field.description, TOO_LONG)).toBe(fieldTexts.description);
  expect(complaint(reason, TOO_LONG)).toBe(lessonTexts.reasonTooLong);
  for (const schema of [field.description, reason]) {
    expect(complaint(schema, TOO_LONG.slice(1))).toBeUndefined();
    for (const value of NO_TEXT) expect(complaint(schema, value)).toBe(commonTexts.invalidInput);
  }
});

test("a date that is none is called so, whatever else is asked of the whole", () => {
  const day = { date: "2026-02-30", replaces: true, sections: [{ startBlock: 2, endBlock: 5 }] };
  expect(saveDayInput.safeParse(day).error?.issues).toMatchObject([
    { path: ["date"], message: fieldTexts.date },
  ]);
  for (const from of ["2026-02-30", "9999-12-31", "0001-01-01"]) {
    for (const schema of [closureBody, addClosureInput]) {
      const { error } = schema.safeParse({ scope: "centre", from, to: "2026-03-02" });
      expect(error?.issues, from).toMatchObject([{ path: ["from"], message: fieldTexts.date }]);
    }
  }
});

test("a kind of notifications is a text that PostgreSQL can hold", () => {
  const { kind } = listNotificationsInput.shape;
  for (const value of NO_TEXT) expect(kind.safeParse(value).success).toBe(false);
  expect(kind.safeParse("lesson-booked").success).toBe(true);
});

test("a room's address is kept as a browser would open it", () => {
  expect(field.meetingRoom.parse('https://meet.example/"><script>')).toBe(
    "https://meet.example/%22%3E%3Cscript%3E",
  );
  expect(field.meetingRoom.safeParse("javascript:alert(1)").success).toBe(false);
});

test("a calendar's week begins in years that it can be turned to", () => {
  for (const schema of [weekInput, busyTimesInput]) {
    expect(schema.safeParse({ from: "2099-12-31" }).success).toBe(true);
    for (const from of ["1999-12-31", "2100-01-01", "9999-12-30"])
      expect(schema.safeParse({ from }).error?.issues[0]?.message).toBe(fieldTexts.date);
  }
});
