export { isLoopback } from "./fields";
export { keptSecret } from "./kept-secret";
export { makeDirectory } from "./make-directory";
export {
  type Environment,
  FAKTUROWNIA,
  loadServerSettings,
  loadSettings,
  type PushKeys,
  SETTING_NAMES,
  type ServerSettings,
  type Settings,
} from "./settings";
export { SettingsError, settingsOrExit } from "./settings-error";
