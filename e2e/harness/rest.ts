import { inject } from "vitest";

/** The product's REST door, as somebody who is signed in. */
export type Rest = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Signs in over REST; calls that fail reject with the server's own words. */
export async function restAs(email: string, password: string): Promise<Rest> {
  const { accessToken } = (await call(null, "POST", "/user/login", { email, password })) as {
    accessToken: string;
  };
  return (method, path, body) => call(accessToken, method, path, body);
}

/** Calls that need no account. */
export const restAsVisitor: Rest = (method, path, body) => call(null, method, path, body);

async function call(token: string | null, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${inject("productUrl")}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
