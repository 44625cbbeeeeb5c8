import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { APP_VERSION } from "@korki/domain";
import { freePort } from "@korki/local-services";

/** Stands before a product, and can make its files look like those of another version. */
export type Deployment = {
  url: string;
  /** the version of the next responses */
  deploy: (version: string) => void;
  stop: () => Promise<void>;
};

/** Names of built files; each version has its own, as its contents differ. */
const BUILT_FILE = /([\w~-]+-[\w-]{8})\.(js|css)\b/g;
/** A built file's name as another version has it. */
const OF_VERSION = /\.of-([\d.]+)\.(js|css)$/;

/** A deployment in front of the product at this address; at first of the version that was built. */
export async function startDeployment(productUrl: string): Promise<Deployment> {
  let version: string = APP_VERSION;
  const server = createServer((req, res) => {
    const path = req.url ?? "/";
    const url = productUrl + path.replace(OF_VERSION, ".$2");
    // Whatever is deployed meanwhile: a built file holds what its name says.
    const answered = path.startsWith("/assets/") ? (OF_VERSION.exec(path)?.[1] ?? APP_VERSION) : version;
    const forwarded = request(url, { method: req.method, headers: unconditional(req.headers) }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const {
          etag: _etag,
          "last-modified": _modified,
          "content-length": _length,
          ...kept
        } = answer.headers;
        const body = ofVersion(answered, Buffer.concat(parts), kept["content-type"] ?? "");
        res.writeHead(answer.statusCode ?? 502, { ...kept, "content-length": body.length }).end(body);
      });
    });
    forwarded.on("error", () => res.writeHead(502).end());
    req.pipe(forwarded);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${port}`,
    deploy: (next) => {
      version = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function ofVersion(version: string, body: Buffer, type: string): Buffer {
  if (version === APP_VERSION || !/javascript|html/.test(type)) return body;
  const text = body.toString().replaceAll(APP_VERSION, version);
  return Buffer.from(text.replaceAll(BUILT_FILE, `$1.of-${version}.$2`));
}

/** Removes what would let the product answer from a cache or compressed: the text is to be changed. */
function unconditional(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { "if-none-match": _tag, "if-modified-since": _since, ...kept } = headers;
  return { ...kept, "accept-encoding": "identity" };
}
