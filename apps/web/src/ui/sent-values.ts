import { changedValues } from "./changed-values";

/** The part of `useForm`'s result that is used here. */
type Form<Values extends object> = {
  getValues: () => Values;
  resetDirty: (values?: Values) => void;
  setInitialValues: (values: Values) => void;
  setValues: (values: Partial<Values>) => void;
};

/** What each form last sent, by one of its functions: the form object itself is new at each render. */
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

/** Fills a form with what the server saved, or empties it for the next entry. What was typed since it was sent stays. */
export function fillSaved<Values extends object>(form: Form<Values>, saved: Values): void {
  const typed = form.getValues();
  const since = changedValues((sent.get(form.resetDirty) as Values | undefined) ?? typed, typed);
  form.setInitialValues(saved);
  form.setValues({ ...saved, ...since });
}
