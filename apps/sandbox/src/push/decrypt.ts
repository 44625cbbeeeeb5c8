import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_AT = SALT_BYTES + 5;

/**
 * Decrypts a message as a browser does (RFC 8291, one record of aes128gcm). Throws for one that is not for these keys.
 */
export function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body.readUInt8(KEY_AT - 1);
  const senderKey = body.subarray(KEY_AT, KEY_AT + keyLength);
  const record = body.subarray(KEY_AT + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
  const material = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  // The text ends with a byte 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

function derive(material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", material, salt, info, bytes));
}
