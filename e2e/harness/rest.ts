import { productUrl } from "./product-url";

/** The product's REST door, as a signed-in person. */
export type Rest = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** A procedure of the tRPC door, by its name. */
export type Call = <Answer>(procedure: string, input: object) => Promise<Answer>;

/** Signs in over REST; calls that fail reject with the server's own words. */
export async function restAs(email: string, password: string, origin = productUrl()): Promise<Rest> {
  return (await doorsOf(email, password, origin)).rest;
}

/** Both doors, for what REST has no call for (an account of any role). */
export async function doorsOf(
  email: string,
  password: string,
  origin = productUrl(),
): Promise<{ rest: Rest; query: Call; mutate: Call }> {
  const login = await call(null, "POST", "/api/user/login", { email, password }, origin);
  const { accessToken } = login as { accessToken: string };
  async function procedure<Answer>(method: string, path: string, body?: object) {
    const answer = await call(accessToken, method, `/trpc/${path}`, body, origin);
    return (answer as { result: { data: Answer } }).result.data;
  }
  return {
    rest: (method, path, body) => call(accessToken, method, `/api${path}`, body, origin),
    query: (name, input) => procedure("GET", `${name}?input=${encodeURIComponent(JSON.stringify(input))}`),
    mutate: (name, input) => procedure("POST", name, input),
  };
}

/** As a visitor. */
export const restAsVisitor: Rest = (method, path, body) => call(null, method, `/api${path}`, body);

async function call(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  origin = productUrl(),
): Promise<unknown> {
  const response = await fetch(origin + path, {
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
