import { pushScreenTexts as texts } from "@korki/contracts/texts/push";
import { Text } from "@mantine/core";
import { IconShare2, IconSquareRoundedPlus } from "@tabler/icons-react";
import styles from "./push.module.css";

/** The two steps by which an iPhone gets the application, and with it notifications, each with its picture. */
export function IphoneSteps() {
  return (
    <>
      <Text>{texts.iphone}</Text>
      <ol className={styles.steps}>
        <li>
          <IconShare2 size={32} aria-hidden />
          <span>{texts.iphoneShare}</span>
        </li>
        <li>
          <IconSquareRoundedPlus size={32} aria-hidden />
          <span>{texts.iphoneAdd}</span>
        </li>
      </ol>
    </>
  );
}
