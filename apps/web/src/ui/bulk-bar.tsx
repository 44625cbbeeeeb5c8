import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { Button, CloseButton } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./bulk-bar.module.css";

/** The result of an action on many rows: its text, what it left alone and why, and how to undo it. */
export type BulkResult = {
  readonly text: string;
  readonly left: readonly { readonly key: string; readonly name: string; readonly reason: string }[];
  readonly undo?: { readonly run: () => void; readonly isRunning: boolean } | undefined;
};

/** Below a list: how many rows are chosen and what can be done with them; after that, what was done. */
export function BulkBar(props: {
  count: number;
  onClear: () => void;
  result: BulkResult | null;
  onClose: () => void;
  /** the actions */
  children: ReactNode;
}) {
  const { count, result } = props;
  const shown = count > 0 ? "choice" : result ? "result" : null;
  return (
    <section className={styles.bar} aria-label={texts.actions} data-shown={shown ?? undefined}>
      <div role="status" className={styles.status}>
        {shown === "choice" ? texts.selected(count) : null}
        {shown === "result" ? result?.text : null}
      </div>
      {shown === "choice" ? (
        <>
          <div className={styles.actions}>{props.children}</div>
          <Button variant="subtle" onClick={props.onClear}>
            {texts.clear}
          </Button>
        </>
      ) : null}
      {shown === "result" && result ? (
        <>
          {result.undo ? (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              loading={result.undo.isRunning}
              onClick={result.undo.run}
            >
              {texts.undo}
            </Button>
          ) : null}
          <CloseButton className={styles.close} size={44} aria-label={texts.close} onClick={props.onClose} />
          {result.left.length > 0 ? (
            <div className={styles.left}>
              <p>{texts.left(result.left.length)}</p>
              <ul>
                {result.left.map(({ key, name, reason }) => (
                  <li key={key}>
                    <strong>{name}</strong>: {reason}
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
