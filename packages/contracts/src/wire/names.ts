import { z } from "zod";

/** The product's names of the fields that the specification calls otherwise (§3). */
const OWN_NAMES = { _id: "id", subjectLevel: "level", desc: "description", blockIndex: "block" } as const;

type OwnName<Name> = Name extends keyof typeof OWN_NAMES ? (typeof OWN_NAMES)[Name] : Name;

/** What is on the wire, with the product's names. */
export type Own<Wire> = Wire extends (infer Item)[]
  ? Own<Item>[]
  : Wire extends object
    ? { [Name in keyof Wire as OwnName<Name>]: Own<Wire[Name]> }
    : Wire;

/** The wire's names of fields that have one there; a `description` is called so on the wire too, or `desc`. */
const WIRE_NAMES = { id: "_id", level: "subjectLevel", block: "blockIndex" } as const;

type WireName<Name> = Name extends keyof typeof WIRE_NAMES ? (typeof WIRE_NAMES)[Name] : Name;

/** What the product has, with the names of the wire. */
export type OnWire<Value> = Value extends (infer Item)[]
  ? OnWire<Item>[]
  : Value extends object
    ? { [Name in keyof Value as WireName<Name>]: OnWire<Value[Name]> }
    : Value;

type Fields = Readonly<Record<string, unknown>>;
type Translation = (value: unknown) => unknown;

const ownNameOf = (name: string): string => (OWN_NAMES as Readonly<Record<string, string>>)[name] ?? name;
const wireNameOf = (name: string): string => (WIRE_NAMES as Readonly<Record<string, string>>)[name] ?? name;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Returns a schema with the wire's names, however deep. What is asked of an object as a whole stays behind: the
 * procedure asks it.
 */
export function wireOf<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<OnWire<z.output<Schema>>, OnWire<z.input<Schema>>> {
  return renamed(schema) as z.ZodType<OnWire<z.output<Schema>>, OnWire<z.input<Schema>>>;
}

function renamed(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return z.core.clone(schema, { ...schema.def, innerType: renamed(schema.def.innerType) });
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: renamed(schema.element) });
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.options.map(renamed) });
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return schema;
  const fields = Object.entries<z.core.$ZodType>(schema.shape);
  const shape = Object.fromEntries(fields.map(([name, field]) => [wireNameOf(name), renamed(field)]));
  return schema.clone({ ...schema.def, shape, checks: [] });
}

/** Returns a body with the product's names, however deep they are. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [ownNameOf(name), fromWire(field)]));
}

/** Returns the translation of an answer: the fields of its wire schema, from those of the product. */
export function toWire<Schema extends z.ZodType>(
  schema: Schema,
): (value: Own<z.input<Schema>>) => z.input<Schema> {
  const translate = translationTo(schema) ?? ((value) => value);
  return translate as (value: Own<z.input<Schema>>) => z.input<Schema>;
}

/** Null for what is on the wire as it is: single values, open objects, unions. */
function translationTo(schema: z.core.$ZodType): Translation | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return translationTo(schema.def.innerType);
  if (schema instanceof z.ZodArray) {
    const translate = translationTo(schema.element);
    return translate && ((value) => (Array.isArray(value) ? value.map(translate) : value));
  }
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return null;
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => {
    return { name, own: ownNameOf(name), translate: translationTo(field) };
  });
  return (value) => {
    if (!isFields(value)) return value;
    const wire: Record<string, unknown> = {};
    for (const { name, own, translate } of fields) {
      const field = value[own];
      if (field !== undefined) wire[name] = translate ? translate(field) : field;
    }
    return wire;
  };
}
