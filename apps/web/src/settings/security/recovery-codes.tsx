import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconDownload, IconPrinter } from "@tabler/icons-react";
import { saveFile } from "../../ui/save-file";
import { useUnsavedWork } from "../../updates/unsaved-work";
import styles from "./recovery-codes.module.css";

/** Shows recovery codes, which are never shown again, with ways to keep them. Closing before that asks. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  useUnsavedWork(true);
  const text = codes.join("\n");
  return (
    <Stack gap="md">
      <Text>{texts.recoveryText}</Text>
      <ul className={styles.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() =>
            saveFile(
              { fileName: texts.recoveryFile, content: `${texts.recoveryHeading}\n\n${text}\n` },
              "text/plain",
            )
          }
        >
          {texts.download}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {texts.print}
        </Button>
      </Group>
      <Button data-autofocus onClick={onDone}>
        {texts.recoveryKept}
      </Button>
    </Stack>
  );
}
