import type { MethodName } from "../bot-api-responses";
import { messageMethods } from "./message-methods";
import type { Methods } from "./method-context";
import { profileMethods } from "./profile-methods";
import { updateMethods } from "./update-methods";

const METHODS: Methods<MethodName> = { ...updateMethods, ...messageMethods, ...profileMethods };
const NAMES = new Map(Object.keys(METHODS).map((name) => [name.toLowerCase(), name as MethodName]));

/** "All methods in the Bot API are case-insensitive." Undefined where the emulator has no such method. */
export function findMethod(name: string) {
  const known = NAMES.get(name.toLowerCase());
  return known && METHODS[known];
}
