import { SettingsError } from "./settings-error";

/**
 * What a process does first: its settings, or the faults in plain words on stderr and exit code 1.
 * `const settings = settingsOrExit(() => loadServerSettings(process.env))`
 */
export function settingsOrExit<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
