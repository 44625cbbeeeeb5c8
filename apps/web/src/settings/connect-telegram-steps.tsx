import { settingsTexts } from "@korki/contracts/texts/settings";
import { useCentreInfo } from "../server/centre-info";
import styles from "./notifications-box.module.css";

const { steps } = settingsTexts;

/** How to get a code from the bot. */
export function ConnectTelegramSteps() {
  const info = useCentreInfo();
  const bot = info?.telegramBotUsername;
  return (
    <ol className={styles.steps}>
      <li>
        <span className={styles.step}>{steps.install}</span>
      </li>
      <li>
        <span className={styles.step}>
          {bot ? (
            <>
              {steps.findBot}{" "}
              <a href={`https://t.me/${bot}`} target="_blank" rel="noreferrer">
                @{bot}
              </a>
            </>
          ) : (
            steps.findBotNoName
          )}
          {info?.hasSandbox ? (
            <>
              {" · "}
              <a href="/dev/telegram" target="_blank" rel="noreferrer">
                {settingsTexts.sandboxBot}
              </a>
            </>
          ) : null}
        </span>
      </li>
      <li>
        <span className={styles.step}>
          {steps.command} <code className={styles.command}>{settingsTexts.registrationCommand}</code>
        </span>
      </li>
      <li>
        <span className={styles.step}>{steps.receive}</span>
      </li>
      <li>
        <span className={styles.step}>{steps.enter}</span>
      </li>
    </ol>
  );
}
