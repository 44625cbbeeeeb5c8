import { ROLES } from "@korki/domain";
import { optionalKinds } from "@korki/notifications";
import { expect, test } from "vitest";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import {
  getNotificationChannels,
  getNotificationPreferences,
  saveNotificationChannels,
  saveNotificationPreferences,
} from "./preferences";

const services = await openTestServices();
const act = async (role: (typeof ROLES)[number]) => personCtx(services, await makePerson(services, role));

test.each(ROLES)("a %s has every kind of the role on by default", async (role) => {
  const choices = await getNotificationPreferences(await act(role));
  expect(choices.map(({ kind, label }) => ({ kind, label }))).toMatchObject(
    optionalKinds(role).map(({ kind, label }) => ({ kind, label })),
  );
  expect(choices.every(({ telegram, email }) => telegram && email)).toBe(true);
});

test("a saved choice is kept, changes nothing else, and can be undone", async () => {
  const student = await act("Student");
  const saved = await saveNotificationPreferences(student, [
    { kind: "lesson-confirmed", telegram: false, email: true },
    { kind: "payment-noted", telegram: false, email: false },
  ]);
  expect(saved.filter(({ telegram, email }) => !telegram || !email)).toMatchObject([
    { kind: "lesson-confirmed", telegram: false, email: true },
    { kind: "payment-noted", telegram: false, email: false },
  ]);
  expect(await getNotificationPreferences(student)).toEqual(saved);
  const back = await saveNotificationPreferences(student, [
    { kind: "payment-noted", telegram: true, email: true },
  ]);
  expect(back.find(({ kind }) => kind === "payment-noted")).toMatchObject({ telegram: true, email: true });
  expect(back.find(({ kind }) => kind === "lesson-confirmed")).toMatchObject({ telegram: false });
});

test("a channel that is switched leaves the others as they are", async () => {
  const student = await act("Student");
  await saveNotificationChannels(student, { telegram: false });
  expect(await saveNotificationChannels(student, { email: false })).toEqual({
    push: true,
    telegram: false,
    email: false,
  });
  expect(await saveNotificationChannels(student, {})).toEqual(await getNotificationChannels(student));
});

test.each(["account-recovery", "lesson-booked"] as const)("a student has no say in %s", async (kind) => {
  const student = await act("Student");
  const saving = saveNotificationPreferences(student, [{ kind, telegram: false, email: false }]);
  await expect(saving).rejects.toMatchObject({ code: "input" });
});

test("a parent who pays can switch off that a child cancelled a lesson", async () => {
  const parent = await act("Parent");
  const off = { kind: "lesson-cancelled-by-student", telegram: false, email: false } as const;
  expect(await saveNotificationPreferences(parent, [off])).toContainEqual(expect.objectContaining(off));
});

test("two savings at once both come through", async () => {
  const teacher = await act("Teacher");
  const all = await getNotificationPreferences(teacher);
  const off = all.map((choice) => ({ ...choice, telegram: false }));
  await Promise.all([
    saveNotificationPreferences(teacher, off),
    saveNotificationPreferences(teacher, [...off].reverse()),
    saveNotificationPreferences(teacher, off),
  ]);
  expect(await getNotificationPreferences(teacher)).toEqual(off);
});
