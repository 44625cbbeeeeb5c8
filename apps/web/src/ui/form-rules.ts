import { type FormErrors, schemaResolver } from "@mantine/form";
import { fetchAside } from "../updates/missing-screens";

type Schema = Parameters<typeof schemaResolver>[0];

/**
 * A schema that arrives when somebody turns to its form, not before the form is painted: for the pages that visitors
 * come to first. Should it not arrive, nothing is said here of what was typed, and the server checks it as ever.
 */
export type FormRules<Of extends Schema, Values = unknown> = {
  /** Fetches the schema; null where it is here already. */
  prepare: () => Promise<void> | null;
  /** The schema, or null while it is not here. */
  schema: () => Of | null;
  /** For `validate` of `useForm`. */
  validate: (values: Values) => FormErrors | Promise<FormErrors>;
};

/** @param faultsOf what is wrong, by field; for a form whose values are not the schema's own */
export function formRules<Of extends Schema, Values = unknown>(
  load: () => Promise<Of>,
  faultsOf: (schema: Of, values: Values) => FormErrors = faultsBySchema,
): FormRules<Of, Values> {
  let schema: Of | null = null;
  let arriving: Promise<void> | null = null;

  async function fetchSchema(): Promise<void> {
    try {
      schema = await fetchAside(load);
    } catch {
      // Asked again later, where the browser does; some give a lost script up until the page is loaded anew.
      arriving = null;
    }
  }

  function prepare(): Promise<void> | null {
    if (schema) return null;
    arriving ??= fetchSchema();
    return arriving;
  }

  const faults = (values: Values) => (schema ? faultsOf(schema, values) : {});

  return {
    prepare,
    schema: () => schema,
    validate: (values) => prepare()?.then(() => faults(values)) ?? faults(values),
  };
}

function faultsBySchema(schema: Schema, values: unknown): FormErrors {
  return schemaResolver(schema, { sync: true })(values);
}
