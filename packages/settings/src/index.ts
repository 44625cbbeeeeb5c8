export { keptSecret } from "./kept-secret";
export { makeDirectory } from "./make-directory";
export {
  type Environment,
  loadServerSettings,
  loadSettings,
  SETTING_NAMES,
  type ServerSettings,
  type Settings,
} from "./settings";
export { SettingsError } from "./settings-error";
export { settingsOrExit } from "./settings-or-exit";
