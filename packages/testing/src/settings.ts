import { type Environment, loadSettings, type Settings } from "@korki/settings";

/** Settings for a test: the defaults, a fixed secret, nothing on disk; `env` as a deployment would give it. */
export function testSettings(env: Environment = {}): Settings {
  return loadSettings({
    AUTH_SECRET: "the-signing-secret-of-tests-is-known-to-all",
    DATA_DIR: "/nonexistent",
    LOG_LEVEL: "silent",
    ...env,
  });
}
