export { keptSecret } from "./kept-secret";
export { makeDirectory } from "./make-directory";
export {
  type Environment,
  LOG_LEVELS,
  type LogLevel,
  loadServerSettings,
  loadSettings,
  SETTING_NAMES,
  type ServerSettings,
  type Settings,
} from "./settings";
export { type SettingFault, SettingsError } from "./settings-error";
export { settingsOrExit } from "./settings-or-exit";
