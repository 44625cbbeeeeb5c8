import { type Environment, loadSettings, type Settings } from "@korki/settings";

/** Settings for a test: the defaults, a fixed secret, nothing on disk; `env` as a deployment would give it. */
export function testSettings(env: Environment = {}): Settings {
  return loadSettings({
    AUTH_SECRET: "the-signing-secret-of-tests-is-known-to-all",
    DATA_DIR: "/nonexistent",
    LOG_LEVEL: "silent",
    VAPID_PUBLIC_KEY:
      "BNajYxL5lWXa-SrQgweixazg5UawQWJBZKkk-NMEISJXjRsuD43szl-WAgEJqs8HqQGbwiwigzsVhd0KzkkgnMw",
    VAPID_PRIVATE_KEY: "ZL_7lEJd_if7lDwPcMXf-wQpcB8L5i3N9NPlC9Cv9fI",
    VAPID_SUBJECT: "mailto:kontakt@korki.example",
    ...env,
  });
}
