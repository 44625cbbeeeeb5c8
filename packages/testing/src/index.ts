export { CHROMIUM_ARGS, chromiumPath } from "./chromium";
export { createTestDatabase } from "./database";
export { testRedisUrl } from "./redis";
export { testSettings } from "./settings";
