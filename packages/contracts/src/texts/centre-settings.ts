import { LOW_BALANCE_THRESHOLD_MAX } from "@korki/domain";

/** What an administrator sets for the whole centre (rules §14). */
export const centreSettingsTexts = {
  wrongThreshold: `Podaj liczbę od 0 do ${LOW_BALANCE_THRESHOLD_MAX}`,
} as const;
