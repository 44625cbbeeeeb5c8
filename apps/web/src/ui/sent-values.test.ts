import { expect, test } from "vitest";
import { fillSaved, markSaved, noteSent } from "./sent-values";

type Values = { name: string; phone: string };
const SENT: Values = { name: "Anna", phone: "600 700 800" };
const SAVED: Values = { name: "Anna", phone: "+48600700800" };

/** Like `useForm`: a new object at each render, with the same functions. */
function makeForm(values: Values) {
  const now = { values, clean: values };
  const functions = {
    getValues: () => now.values,
    setValues: (changes: Partial<Values>) => {
      now.values = { ...now.values, ...changes };
    },
    setInitialValues: (clean: Values) => {
      now.clean = clean;
    },
    resetDirty: (clean: Values = now.values) => {
      now.clean = clean;
    },
  };
  return { now, form: () => ({ ...functions }) };
}

test("what was typed while a form was being saved counts as unsaved", () => {
  const { now, form } = makeForm(SENT);
  noteSent(form(), SENT);
  form().setValues({ name: "Anna Maria" });
  markSaved(form());
  expect(now).toEqual({ values: { ...SENT, name: "Anna Maria" }, clean: SENT });
});

test("a form that was not sent is saved as it is", () => {
  const { now, form } = makeForm(SENT);
  markSaved(form());
  expect(now.clean).toEqual(SENT);
});

test("a saved form shows what the server made of it, and what was typed meanwhile", () => {
  const { now, form } = makeForm(SENT);
  noteSent(form(), SENT);
  form().setValues({ name: "Anna Maria" });
  fillSaved(form(), SAVED);
  expect(now).toEqual({ values: { ...SAVED, name: "Anna Maria" }, clean: SAVED });
});
