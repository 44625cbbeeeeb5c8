import { DESCRIPTION_MAX } from "@korki/domain";
import { expect, test } from "vitest";
import * as field from "./fields";
import { cancelLessonInput, weekInput } from "./lessons";
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
