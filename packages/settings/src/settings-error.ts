/** One wrong setting: its name in the environment, and what is wrong and what to do about it. */
export interface SettingFault {
  readonly setting: string;
  readonly text: string;
}

/** Thrown when the environment cannot be used; carries every fault at once, and no secret. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(readonly faults: readonly SettingFault[]) {
    const heading = faults.length === 1 ? "One setting is wrong:" : `${faults.length} settings are wrong:`;
    super([heading, ...faults.map(({ setting, text }) => `  ${setting} ${text}`)].join("\n"));
  }
}

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
