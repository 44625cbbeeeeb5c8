import type { ImportPreview } from "@korki/contracts/imports";
import { importTexts as texts } from "@korki/contracts/texts/imports";
import { Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ScrollRegion } from "../../ui/scroll-region";
import styles from "./preview-table.module.css";

/** Rows shown; a longer file is judged as a whole. */
const SHOWN = 100;

/** What would become of each row; the wrong ones first, with what is wrong. */
export function PreviewTable({ preview }: { preview: ImportPreview }) {
  const { rows, counts, ignoredColumns } = preview;
  const [onlyErrors, setOnlyErrors] = useState(counts.error > 0);
  const chosen = rows.filter(({ outcome }) => !onlyErrors || outcome === "error");
  return (
    <Stack gap="sm">
      <Text fw={550} role="status">
        {texts.summary(counts.new, counts.exists, counts.error)}
      </Text>
      {ignoredColumns.length > 0 ? (
        <Text size="sm" c="dimmed">
          {texts.ignoredColumns(ignoredColumns.join(", "))}
        </Text>
      ) : null}
      {counts.error > 0 ? (
        <Checkbox
          label={texts.onlyErrors}
          checked={onlyErrors}
          onChange={({ currentTarget }) => setOnlyErrors(currentTarget.checked)}
        />
      ) : null}
      <ScrollRegion label={texts.preview} className={styles.frame}>
        <ul className={styles.rows}>
          {chosen.slice(0, SHOWN).map(({ line, text, outcome, errors }) => (
            <li key={line} className={styles.row} data-outcome={outcome}>
              <span className={styles.line}>{`${texts.line} ${line}`}</span>
              <span className={styles.text}>{text}</span>
              <span className={styles.outcome}>{texts.outcomes[outcome]}</span>
              {errors.length > 0 ? (
                <ul className={styles.errors}>
                  {errors.map(({ column, text: fault }) => (
                    <li key={`${column}${fault}`}>{`${column}: ${fault}`}</li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
        {chosen.length > SHOWN ? (
          <Text size="sm" c="dimmed" p="sm">
            {texts.moreRows(chosen.length - SHOWN)}
          </Text>
        ) : null}
      </ScrollRegion>
    </Stack>
  );
}
