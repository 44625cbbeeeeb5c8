import { createHmac, timingSafeEqual } from "node:crypto";

/** Which message a device says that it showed; no notification: one that was sent to try the device. */
type ShownMessage = { deviceId: string; notificationId: string | null; sentAt: Date };

const ID_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const NOTHING = Buffer.alloc(ID_BYTES);
const SHAPE = /^[\w-]{72}$/;

/** Makes the token of one message to one device, signed with AUTH_SECRET. It is stored nowhere. */
export function shownToken(secret: string, { deviceId, notificationId, sentAt }: ShownMessage): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(sentAt.getTime(), 0, TIME_BYTES);
  const message = Buffer.concat([
    bytesOf(deviceId),
    notificationId === null ? NOTHING : bytesOf(notificationId),
    time,
  ]);
  return Buffer.concat([message, signature(secret, message)]).toString("base64url");
}

/** Returns what a token names, or null if it was not made here. */
export function readShownToken(secret: string, token: string): ShownMessage | null {
  if (!SHAPE.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const message = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), signature(secret, message))) return null;
  const notification = message.subarray(ID_BYTES, 2 * ID_BYTES);
  return {
    deviceId: uuidOf(message.subarray(0, ID_BYTES)),
    notificationId: notification.equals(NOTHING) ? null : uuidOf(notification),
    sentAt: new Date(message.readUIntBE(2 * ID_BYTES, TIME_BYTES)),
  };
}

function signature(secret: string, message: Buffer): Buffer {
  return createHmac("sha256", `shown:${secret}`).update(message).digest().subarray(0, MAC_BYTES);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
