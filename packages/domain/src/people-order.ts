import { lazy } from "./lazy";

const polish = lazy(() => new Intl.Collator("pl"));

/** The order of a list of people: by surname, then by name, as a Polish dictionary has it. Namesakes are equal. */
export function bySurname(
  a: { readonly name: string; readonly surname: string },
  b: { readonly name: string; readonly surname: string },
): number {
  return polish().compare(a.surname, b.surname) || polish().compare(a.name, b.name);
}
