import type { LoadedPerson } from "../lab/lab";

/** What a REST call answered. */
export type Answer<T> = { status: number; body: T & { error?: string } };

/** Calls the API over REST and returns the answer, whatever its status. */
export async function rest<T extends object>(
  origin: string,
  { token }: Pick<LoadedPerson, "token">,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
): Promise<Answer<T>> {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer<T>["body"] };
}

/** A preview and a series as far as benchmarks read them. */
export type WirePreview = { dates: { date: string; outcome: string }[]; free: number; token: string };
export type WireSeries = { _id: string; planned: number; lessons: string[] };
