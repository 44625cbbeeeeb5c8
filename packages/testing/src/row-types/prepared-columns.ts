import type { Connection, PoolClient } from "pg";

/** A column of a statement's rows; `kind` is the type of the value that pg makes of it, "json" what was built as JSON. */
export type Column = { name: string; kind: string; canBeNull: boolean };

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number };

type Plan = {
  "Join Type"?: string;
  "Parent Relationship"?: string;
  Alias?: string;
  Output?: string[];
  Plans?: Plan[];
};

/** Prepares a statement without running it and returns what its rows will have. */
function prepare(client: PoolClient, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    const asked = {
      submit(connection: Connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    };
    client.query(asked);
  });
}

/** Returns the aliases for which an outer join gives nulls where it finds no row. */
function aliasesWithoutRow(plan: Plan, isInside = false): string[] {
  const join = plan["Join Type"];
  const inner = (plan.Plans ?? []).flatMap((part) => {
    const side = part["Parent Relationship"];
    const isOptional =
      join === "Full" || (join === "Left" && side === "Inner") || (join === "Right" && side === "Outer");
    return aliasesWithoutRow(part, isInside || isOptional);
  });
  return isInside && plan.Alias ? [plan.Alias, ...inner] : inner;
}

/** Makes something else of a null, or is no matter of columns: in doubt the row's type is right. */
const MAY_REPLACE_NULL =
  /COALESCE|CASE|IS (NOT )?(NULL|DISTINCT)|count\(|json|SubPlan|InitPlan|EXISTS|ANY|concat|array_agg/i;
const NULL_OF_NONE = /^\(*(sum|min|max|avg|string_agg|bool_or|bool_and)\(/;

/** Whether an expression of the plan can be null: a sum of no rows, or computed from a row that a join did not find. */
function canBeNull(plan: Plan, expression: string): boolean {
  if (NULL_OF_NONE.test(expression) && !JSON.stringify(plan).includes('"Group Key"')) return true;
  if (MAY_REPLACE_NULL.test(expression)) return false;
  const aliases = aliasesWithoutRow(plan);
  return [...expression.matchAll(/("[^"]+"|\w+)\./g)].some(([, alias = ""]) =>
    aliases.includes(alias.replaceAll('"', "")),
  );
}

/** Returns a function that prepares a statement and tells the columns of its rows. */
export async function columnReader(client: PoolClient): Promise<(text: string) => Promise<Column[]>> {
  const types = new Map(
    (await client.query("SELECT oid, typname, typcategory, typelem FROM pg_type")).rows.map((type) => [
      type.oid,
      type,
    ]),
  );
  const nullable = new Set(
    (
      await client.query(`SELECT attrelid || '.' || attnum AS id FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
                           WHERE relkind = 'r' AND NOT attnotnull`)
    ).rows.map(({ id }) => id),
  );
  const kindOf = (oid: number): string => {
    const { typname, typcategory, typelem } = types.get(oid);
    if (typcategory === "A") return `${kindOf(typelem)}[]`;
    if (typname.startsWith("json")) return "json";
    const sample = { B: "t", N: "1", D: "2026-01-05 12:00:00+00", T: "1 day" }[typcategory as string] ?? "x";
    const value = client.getTypeParser(oid, "text")(sample);
    return typeof value === "object" ? value.constructor.name : typeof value;
  };
  return async (text) => {
    const fields = await prepare(client, text);
    if (fields.length === 0) return [];
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`);
    const plan: Plan = rows[0]["QUERY PLAN"][0].Plan;
    return fields.map(({ name, dataTypeID, tableID, columnID }, at) => ({
      name,
      kind: kindOf(dataTypeID),
      canBeNull: nullable.has(`${tableID}.${columnID}`) || canBeNull(plan, plan.Output?.[at] ?? ""),
    }));
  };
}
