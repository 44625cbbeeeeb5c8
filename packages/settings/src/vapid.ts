import { createECDH, createHash } from "node:crypto";
import { isIP } from "node:net";
import { type Reader, Refusal } from "./fields";
import { keptSecret } from "./kept-secret";

const ADVICE = "Make both with: npx web-push generate-vapid-keys";

/** One of the two keys of a P-256 pair, in base64url; a fault never repeats it. */
export function vapidKey(bytes: number, which: "public" | "private"): Reader<string> {
  return (raw) => {
    const key = raw.replace(/=+$/, "");
    const isKey = /^[\w-]+$/.test(key) && Buffer.from(key, "base64url").length === bytes;
    return isKey ? key : new Refusal(`is no ${which} key: it has ${bytes} bytes in base64url. ${ADVICE}`);
  };
}

/** Whom a push service may write to about the centre's messages: Apple refuses addresses that reach nobody. */
export const vapidSubject: Reader<string> = (raw) => {
  const host = /^mailto:[^\s@<>]+@([^\s@<>]+)$/i.exec(raw)?.[1] ?? httpsHost(raw);
  return host !== null && /\.[a-z][a-z\d-]+$/i.test(host) && !/\.(local|localhost|invalid)$/i.test(host)
    ? raw
    : new Refusal(
        "must be an address that reaches somebody, such as mailto:biuro@centrum.pl or https://centrum.pl.",
      );
};

function httpsHost(raw: string): string | null {
  if (!URL.canParse(raw)) return null;
  const { protocol, hostname } = new URL(raw);
  return protocol === "https:" && isIP(hostname) === 0 ? hostname : null;
}

/** Returns the public key of a private one, or null if there is none. */
export function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(privateKey, "base64url");
  } catch {
    return null;
  }
  return pair.getPublicKey("base64url");
}

/** The keys of this machine's demo: a secret is kept in the data directory, and the private key is its digest. */
export function keptVapidKeys(dataDir: string): { publicKey: string; privateKey: string } {
  const secret = keptSecret(dataDir, "push-secret");
  const privateKey = createHash("sha256").update(secret).digest("base64url");
  const publicKey = publicKeyOf(privateKey);
  if (publicKey === null) throw new Error("push-secret makes no key; delete it, and a new one is made");
  return { publicKey, privateKey };
}
