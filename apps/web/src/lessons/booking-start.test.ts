import type { OwnTeacher } from "@korki/contracts/people";
import { expect, it } from "vitest";
import { bookingStart } from "./booking-start";

const teacher = (id: string, ...subjects: OwnTeacher["subjects"]): OwnTeacher => ({
  id,
  name: "Anna",
  surname: "Nowak",
  subjects,
});
const PRIMARY = { subject: "Matematyka", level: "szkolaP", price: 80 } as const;
const BASIC = { subject: "Matematyka", level: "liceumP", price: 90 } as const;
const PHYSICS = { subject: "Fizyka", level: "liceumR", price: 100 } as const;
const anna = teacher("anna", PRIMARY, BASIC);
const jan = teacher("jan", PHYSICS, BASIC);
const anyone = { first: anna, isFixed: false };

it("opens with teacher, subject and level of the last lesson", () => {
  expect(bookingStart([anna, jan], anyone, { ...PHYSICS, teacherId: "jan" }, [])).toEqual({
    teacherId: "jan",
    subject: "Fizyka",
    level: "liceumR",
  });
});

it("opens with what is prepaid where there was no lesson", () => {
  const balances = [
    { subject: "Matematyka", level: "szkolaP", available: 0 },
    { subject: "Matematyka", level: "liceumP", available: 5 },
  ] as const;
  expect(bookingStart([anna, jan], anyone, null, balances)).toMatchObject({
    teacherId: "anna",
    level: "liceumP",
  });
});

it("takes another teacher for the last subject when its teacher is gone", () => {
  expect(bookingStart([anna, jan], anyone, { ...PHYSICS, teacherId: "gone" }, [])).toMatchObject({
    teacherId: "jan",
    subject: "Fizyka",
  });
});

it("keeps the teacher of the address", () => {
  const fixed = { first: anna, isFixed: true };
  expect(bookingStart([anna, jan], fixed, { ...PHYSICS, teacherId: "jan" }, [])).toMatchObject({
    teacherId: "anna",
    level: "szkolaP",
  });
});

it("opens with the first subject where nothing is known, and with none where none is taught", () => {
  expect(bookingStart([anna], anyone, null, [])).toMatchObject({ subject: "Matematyka", level: "szkolaP" });
  const empty = teacher("nobody");
  expect(bookingStart([empty], { first: empty, isFixed: false }, null, [])).toEqual({
    teacherId: "nobody",
    subject: "",
    level: "",
  });
});
