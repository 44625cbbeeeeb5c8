/** Only what differs from what a form was filled with. */
export function changedValues<Values extends object>(base: Values, values: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name of Object.keys(base) as (keyof Values)[]) {
    if (values[name] !== base[name]) changes[name] = values[name];
  }
  return changes;
}
