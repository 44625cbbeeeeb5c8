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

type Fields = Readonly<Record<string, unknown>>;
type Translation = (value: unknown) => unknown;

const ownNameOf = (name: string): string => (OWN_NAMES as Readonly<Record<string, string>>)[name] ?? name;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

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
