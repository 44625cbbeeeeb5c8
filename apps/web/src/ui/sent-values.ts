import { changedValues } from "./changed-values";

/** What this needs of `useForm`. */
type Form<Values extends object> = {
  getValues: () => Values;
  resetDirty: (values?: Values) => void;
  setInitialValues: (values: Values) => void;
  setValues: (values: Partial<Values>) => void;
};

/** What each form sent last. A form's object is made anew with each drawing; its functions stay. */
const sent = new WeakMap<object, object>();

/** Notes what a form sends. */
export function noteSent<Values extends object>(
  form: Pick<Form<Values>, "resetDirty">,
  values: Values,
): void {
  sent.set(form.resetDirty, values);
}

/** Counts what a form sent as saved. What was typed since then is not. */
export function markSaved<Values extends object>(form: Pick<Form<Values>, "resetDirty">): void {
  form.resetDirty(sent.get(form.resetDirty) as Values | undefined);
}

/** Fills a form with what the server saved, or with nothing where it is ready for the next; what was typed since stays. */
export function fillSaved<Values extends object>(form: Form<Values>, saved: Values): void {
  const typed = form.getValues();
  const since = changedValues((sent.get(form.resetDirty) as Values | undefined) ?? typed, typed);
  form.setInitialValues(saved);
  form.setValues({ ...saved, ...since });
}
