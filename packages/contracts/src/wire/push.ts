import { pushDevice, pushState } from "../push";
import { wireOf } from "./names";

/** A device and the list of them (rules §33). */
export const wirePushDevice = wireOf(pushDevice);
export const wirePushState = wireOf(pushState);
