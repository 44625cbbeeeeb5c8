import { z } from "zod";
import * as field from "./fields";
import { commonTexts } from "./texts/common";

const DEVICE_NAME_MAX = 80;
const ENDPOINT_MAX = 1000;
const KEY_MAX = 200;
const TOKEN_MAX = 500;

/** A subscription as the browser makes it (PushSubscription.toJSON), and what the device is to be called. */
export const subscribeInput = z.object({
  endpoint: field.singleLine(ENDPOINT_MAX),
  keys: z.object({ p256dh: field.singleLine(KEY_MAX), auth: field.singleLine(KEY_MAX) }),
  name: field.singleLine(DEVICE_NAME_MAX).trim().min(1, commonTexts.invalidInput),
  /** The browser does it by itself: 404 where the person removed the device. */
  isRenewal: z.boolean().optional(),
});
export type SubscribeInput = z.infer<typeof subscribeInput>;

export const deviceInput = z.object({ id: field.id });

export const shownInput = z.object({ token: z.string({ error: commonTexts.invalidInput }).max(TOKEN_MAX) });

/** A device on which a person gets notifications. */
export const pushDevice = z.object({
  id: field.id,
  name: z.string(),
  createdAt: field.timestamp,
  lastShownAt: field.timestamp.nullable(),
});
export type PushDeviceRow = z.infer<typeof pushDevice>;

/** `key`: what browsers subscribe with; null: the centre has no push. */
export const pushState = z.object({ key: z.string().nullable(), devices: z.array(pushDevice) });
export type PushState = z.infer<typeof pushState>;
