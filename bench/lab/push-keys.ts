import { createECDH } from "node:crypto";

const PRIVATE_BYTES = 32;

/** Makes the keys of a centre's pushes. Node leaves out a private key's leading zeros. */
export function makePushKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  const key = pair.getPrivateKey();
  const whole = Buffer.concat([Buffer.alloc(PRIVATE_BYTES - key.length), key]);
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: whole.toString("base64url") };
}
