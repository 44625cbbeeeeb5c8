import { type LookupAddress, lookup as lookUpName } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Addresses that a person named lead to these alone; in a demo also to this machine. */
type OutgoingOptions = {
  isDemo: boolean;
  headers?: Readonly<Record<string, string>>;
  bytesMax: number;
  timeoutMs: number;
  hopsMax: number;
  /** How names are looked up; a test brings its own. */
  lookUp?: NameLookUp;
};

export type NameLookUp = (
  name: string,
  found: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

type Fetched = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** Why nothing was fetched. A refused address is not told from one that does not answer. */
export class NotFetched extends Error {
  constructor(readonly why: "no-answer" | "too-large") {
    super(why);
  }
}

/**
 * Fetches what is at an address that a person named. Only public addresses are called, which is decided for every hop
 * when its connection is made, so that neither a redirect nor a name that changes its address leads inside. `timeoutMs`
 * counts for all hops together. Throws `NotFetched`, which says nothing about the address.
 */
export async function fetchPublic(address: URL, options: OutgoingOptions): Promise<Fetched> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = address;
  try {
    for (let hop = 0; hop <= options.hopsMax; hop++) {
      if (!isFetchable(url, options.isDemo)) break;
      const response = await begin(url, options, signal);
      const { location } = response.headers;
      const status = response.statusCode ?? 0;
      if (![301, 302, 303, 307, 308].includes(status)) {
        return { status, headers: response.headers, body: await readAll(response, options.bytesMax, signal) };
      }
      response.destroy();
      if (location === undefined || !URL.canParse(location, url.href)) break;
      url = new URL(location, url.href);
    }
  } catch (error) {
    if (error instanceof NotFetched) throw error;
  }
  throw new NotFetched("no-answer");
}

/** Whether an address may be called as far as it says itself: https, or in a demo http to this machine. */
function isFetchable({ protocol, hostname }: URL, isDemo: boolean): boolean {
  if (protocol === "https:") return true;
  return protocol === "http:" && isDemo && isThisMachine(hostname);
}

export function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || (isIP(bare(hostname)) !== 0 && rangeOf(bare(hostname)) === "loopback");
}

/** An IPv6 address stands in brackets in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function begin(url: URL, options: OutgoingOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const host = bare(url.hostname);
  return new Promise((resolve, reject) => {
    // A literal address is not looked up.
    if (isIP(host) !== 0 && !mayConnect(host, options.isDemo)) throw new NotFetched("no-answer");
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = send(url, {
      // A connection of its own: one that is kept was checked for something else.
      agent: false,
      signal,
      lookup: checkedLookup(options),
      headers: { ...options.headers, "Accept-Encoding": "identity", "User-Agent": "Korki" },
    });
    sent.on("response", resolve).on("error", reject).end();
  });
}

/** Looks a name up and gives those of its addresses that may be called; the connection goes to one of these. */
function checkedLookup({ isDemo, lookUp = lookUpAll }: OutgoingOptions): LookupFunction {
  return (name, { all }, callback) => {
    lookUp(name, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => mayConnect(address, isDemo));
      const [first] = allowed;
      if (!first) return void callback(error ?? new NotFetched("no-answer"), []);
      if (all) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };
}

const lookUpAll: NameLookUp = (name, found) =>
  lookUpName(name, { all: true }, (error, addresses) => found(error, addresses));

/** Whether a connection may go to an address: a public one, or in a demo this machine's own. */
function mayConnect(address: string, isDemo: boolean): boolean {
  const range = rangeOf(address);
  return range === "public" || (isDemo && range === "loopback");
}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** @returns "public", or the name of the range that is none. An IPv4 address within an IPv6 one counts as itself. */
function rangeOf(address: string): string {
  if (!ipaddr.isValid(address)) return "none";
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6) ? "public" : "none";
}

async function readAll(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > bytesMax) {
    response.destroy();
    throw new NotFetched("too-large");
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new NotFetched("too-large");
    chunks.push(chunk);
  }
  if (signal.aborted || !response.complete) throw new NotFetched("no-answer");
  return Buffer.concat(chunks);
}
