import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { Button, CloseButton } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./bulk-bar.module.css";
import { formatNumber } from "./formats";

/** The result of an action on many rows: its text, what it left alone and why, and how to undo it. */
export type BulkResult = {
  readonly text: string;
  readonly left: readonly { readonly key: string; readonly name: string; readonly reason: string }[];
  /** how many it left alone, where `left` names only the first of them */
  readonly leftCount?: number;
  readonly undo?: { readonly run: () => void; readonly isRunning: boolean } | undefined;
};

/** Below a list: how many rows are chosen and what can be done with them; after that, what was done. */
export function BulkBar(props: {
  count: number;
  /** chooses the rows of all pages, while only some of them are chosen */
  all?: { readonly total: number; readonly choose: () => void } | undefined;
  onClear: () => void;
  result: BulkResult | null;
  onClose: () => void;
  /** the actions */
  children: ReactNode;
}) {
  const { count, all, result } = props;
  const leftCount = result?.leftCount ?? result?.left.length ?? 0;
  const shown = count > 0 ? "choice" : result ? "result" : null;
  return (
    <section className={styles.bar} aria-label={texts.actions} data-shown={shown ?? undefined}>
      <div role="status" className={styles.status}>
        {shown === "choice" ? texts.selected(count) : null}
        {shown === "result" ? result?.text : null}
      </div>
      {shown === "choice" && all && all.total > count ? (
        <Button variant="subtle" onClick={all.choose}>
          {texts.selectAllOf(formatNumber(all.total))}
        </Button>
      ) : null}
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
              <p>{texts.left(leftCount)}</p>
              <ul>
                {result.left.map(({ key, name, reason }) => (
                  <li key={key}>
                    <strong>{name}</strong>: {reason}
                  </li>
                ))}
                {leftCount > result.left.length ? (
                  <li>{texts.leftMore(leftCount - result.left.length)}</li>
                ) : null}
              </ul>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
