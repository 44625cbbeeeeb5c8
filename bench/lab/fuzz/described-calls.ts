import { ODD_JSON, ODD_TEXT } from "@korki/api/testing/odd-input";
import type { Chance } from "./chance";
import type { Shot } from "./shot";

/** A JSON schema, as far as the product's document has them. */
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};
type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema } | undefined> };
};

/** The part of an OpenAPI document that describes calls. */
export type ApiDocument = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

/** How much of what is sent is not what the document asks for. */
const ODD_SHARE = 0.08;
/** Items of the longest list that is sent. */
const LIST_MAX = 60;
const LONG = 5_000;

const WORDS = [
  "",
  " ",
  "Zażółć gęślą jaźń",
  "👩‍🏫",
  "\u202eabc",
  "a\u0000b",
  "\ud800",
  "line\r\nSet-Cookie: a=b",
  "<script>alert(1)</script>",
  "' OR '1'='1",
  "1; SELECT pg_sleep(1)",
  "%00",
  "../../etc/passwd",
  "__proto__",
  "=1+1",
  "+48600100200",
  "Fizyka",
  "liceumP",
  "Korepetycje1",
];
const DATES = ["2026-11-21", "2024-02-30", "0000-00-00", "9999-12-31", "2026-1-1"];

/** Makes calls of any operation that an OpenAPI document describes, good in most parts and odd in some. */
export class DescribedCalls {
  readonly #operations: { method: string; path: string; operation: Operation }[];

  /** @param ids of things that there are: half of all ids are one of them */
  constructor(
    { servers, paths }: ApiDocument,
    private readonly ids: readonly string[],
    private readonly chance: Chance,
  ) {
    const base = servers[0]?.url ?? "";
    this.#operations = Object.entries(paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: base + path,
        operation,
      })),
    );
  }

  next(): Shot {
    const { chance } = this;
    const { method, path, operation } = chance.pick(this.#operations);
    const headers: Record<string, string> = {};
    const query: string[] = [];
    let filled = path;
    for (const parameter of operation.parameters ?? []) {
      const { name, schema } = parameter;
      if (parameter.in !== "path" && !parameter.required && chance.happens(0.4)) continue;
      const text = chance.happens(ODD_SHARE) ? chance.pick(ODD_TEXT) : this.#parameterText(schema);
      if (parameter.in === "path") filled = filled.replace(`{${name}}`, text || "-");
      else if (parameter.in === "query") query.push(`${name}=${text}`);
      else headers[name.toLowerCase()] = text.slice(0, 300);
    }
    if (chance.happens(0.02)) query.push("__proto__=1", "page=1", "page=2");
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const body = schema && this.#json(schema);
    if (body !== undefined) headers["content-type"] = "application/json";
    return { method, path: filled + (query.length > 0 ? `?${query.join("&")}` : ""), headers, body };
  }

  #parameterText(schema: Schema): string {
    try {
      return encodeURIComponent(String(JSON.parse(this.#json(schema, 0))));
    } catch {
      // Half a surrogate pair has no percent-encoding.
      return "%ed%a0%80";
    }
  }

  /** A value as JSON text: some odd things cannot be said otherwise. */
  #json(schema: Schema, oddShare = ODD_SHARE): string {
    const { chance } = this;
    if (chance.happens(oddShare)) return chance.pick(ODD_JSON);
    const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (alternatives) return this.#json(chance.pick(alternatives), oddShare);
    if (schema.enum) return JSON.stringify(chance.pick(schema.enum));
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    const type = Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type;
    switch (type) {
      case "object":
        return this.#object(schema, oddShare);
      case "array":
        return this.#list(schema, oddShare);
      case "integer":
      case "number":
        return String(this.#number(schema));
      case "boolean":
        return String(chance.happens(0.5));
      case "string":
        return JSON.stringify(this.#text(schema));
      default:
        return chance.pick(ODD_JSON);
    }
  }

  #object({ properties = {}, required = [] }: Schema, oddShare: number): string {
    const { chance } = this;
    const fields = Object.entries(properties)
      .filter(([name]) => chance.happens(required.includes(name) ? 0.97 : 0.5))
      .map(([name, property]) => `${JSON.stringify(name)}:${this.#json(property, oddShare)}`);
    if (chance.happens(0.05)) fields.push('"__proto__":{"userType":"Admin","role":"Admin"}');
    if (chance.happens(0.05)) fields.push('"constructor":{"prototype":{"isDisabled":false}}');
    if (chance.happens(0.05)) fields.push(...fields.slice(0, 1), '"userType":"Admin","isDisabled":false');
    return `{${fields.join(",")}}`;
  }

  #list({ items, maxItems = 8 }: Schema, oddShare: number): string {
    const { chance } = this;
    const length = Math.min(LIST_MAX, chance.pick([0, 1, 2, 3, maxItems, maxItems + 1]));
    return `[${Array.from({ length }, () => (items ? this.#json(items, oddShare) : "1")).join(",")}]`;
  }

  #number({ minimum = -10, maximum = 10_000 }: Schema): number {
    const { chance } = this;
    const within = Math.floor(minimum + chance.next() * (maximum - minimum + 1));
    return chance.happens(0.8) ? within : chance.pick([minimum, maximum, minimum - 1, maximum + 1, 0.5, 0]);
  }

  #text({ format, minLength = 0, maxLength = 200 }: Schema): string {
    const { chance } = this;
    if (format === "uuid")
      return chance.happens(0.9) ? chance.pick(this.ids) : "01980000-0000-7000-8000-00000000zzzz";
    if (format === "email")
      return chance.pick(["uczen@example.pl", "a@b", `${"x".repeat(70)}@example.pl`, "ą@ż.pl"]);
    if (format?.startsWith("date")) return chance.pick(DATES);
    const length = Math.min(LONG, chance.pick([minLength, minLength - 1, maxLength, maxLength + 1]));
    return chance.happens(0.7) ? chance.pick(WORDS) : "ż".repeat(Math.max(0, length));
  }
}
