import { z } from "zod";
import { badRequest } from "./bot-api-error";

/**
 * The parameters of one call, wherever they came from: query, JSON, urlencoded or multipart. Outside JSON everything is
 * text, and lists and objects are "JSON-serialized"; inside JSON both spellings are taken, as Telegram does.
 */
export class RequestParameters {
  constructor(private readonly values: ReadonlyMap<string, unknown>) {}

  has(name: string): boolean {
    const value = this.values.get(name);
    return value !== undefined && value !== null && value !== "";
  }

  text(name: string): string {
    const value = this.values.get(name);
    if (typeof value === "string") return value;
    return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  }

  /** A whole number, or undefined where the parameter is missing or none. */
  integer(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const value = Number(this.text(name));
    return Number.isSafeInteger(value) ? value : undefined;
  }

  boolean(name: string): boolean {
    return ["true", "yes", "1"].includes(this.text(name).toLowerCase());
  }

  /**
   * An object or list held against `schema`; undefined where the parameter is missing.
   * @throws BotApiError 400, worded by `wrong`
   */
  json<T>(name: string, schema: z.ZodType<T>, wrong: string): T | undefined {
    if (!this.has(name)) return undefined;
    const value = this.values.get(name);
    const parsed = schema.safeParse(typeof value === "string" ? parseJson(value, wrong) : value);
    if (!parsed.success) throw badRequest(wrong);
    return parsed.data;
  }
}

function parseJson(text: string, wrong: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(wrong);
  }
}

/**
 * Reads "URL query string, application/x-www-form-urlencoded, application/json, multipart/form-data".
 * Files of a multipart body count as given, their content is dropped.
 * @throws BotApiError 400 when the body is not what its content type says
 */
export async function readParameters(
  query: URLSearchParams,
  contentType: string,
  body: Buffer,
): Promise<RequestParameters> {
  const values = new Map<string, unknown>(query);
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (body.length === 0) return new RequestParameters(values);
  if (type === "application/json") {
    const object = z
      .record(z.string(), z.unknown())
      .safeParse(parseJson(body.toString(), "can't parse JSON"));
    if (!object.success) throw badRequest("can't parse JSON");
    for (const [name, value] of Object.entries(object.data)) values.set(name, value);
  } else if (type === "application/x-www-form-urlencoded") {
    for (const [name, value] of new URLSearchParams(body.toString())) values.set(name, value);
  } else if (type === "multipart/form-data") {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } })
      .formData()
      .catch(() => {
        throw badRequest("can't parse multipart/form-data");
      });
    for (const [name, value] of form)
      values.set(name, typeof value === "string" ? value : { file: value.name });
  }
  return new RequestParameters(values);
}
