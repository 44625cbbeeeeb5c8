// What most tests need; `@korki/testing/redis` and `/chromium` load more.
export { createTestDatabase } from "./database";
export { testSettings } from "./settings";
