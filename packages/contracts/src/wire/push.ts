import { z } from "zod";
import * as field from "../fields";
import { pushDevice, pushState } from "../push";

/** A device and the list of them, with `_id` in place of `id` (rules §33). */
export const wirePushDevice = z.object({ _id: field.id, ...pushDevice.omit({ id: true }).shape });
export const wirePushState = pushState.extend({ devices: z.array(wirePushDevice) });
