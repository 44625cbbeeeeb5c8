import type { AttentionKind } from "@korki/contracts/attention";
import { attentionKindTexts, attentionTexts as texts } from "@korki/contracts/texts/attention";
import { Anchor } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { useStudentFilter } from "../family/family";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { ActedLines, lineKey, type ShownKind } from "./acted-lines";
import { AttentionLine } from "./attention-line";
import { listOf } from "./attention-link";
import styles from "./attention-panel.module.css";
import { ATTENTION_SHOWN } from "./attention-shown";
import { ConfirmAllButton } from "./confirm-all-button";

const NONE: readonly AttentionKind[] = [];

/**
 * "Co teraz": what waits for the person, above the lists; nothing while it is read, or once nothing waits.
 *
 * @param shownAlready kinds that the screen shows in a way of their own
 */
export function AttentionPanel({ shownAlready = NONE }: { shownAlready?: readonly AttentionKind[] }) {
  const { data } = trpc.attention.get.useQuery({ ...ATTENTION_SHOWN, ...useStudentFilter() });
  const waiting = useMemo(
    () => data?.filter(({ kind }) => !shownAlready.includes(kind)) ?? [],
    [data, shownAlready],
  );
  return (
    <ActedLines data={waiting}>
      {(kinds) =>
        kinds.length === 0 ? null : (
          <Card title={texts.title}>
            <div className={styles.kinds}>
              {kinds.map((group) => (
                <Kind key={group.kind} group={group} />
              ))}
            </div>
          </Card>
        )
      }
    </ActedLines>
  );
}

function Kind({ group: { kind, count, lines } }: { group: ShownKind }) {
  const rest = count - lines.filter(({ acted }) => acted === null).length;
  return (
    <div>
      <div className={styles.head}>
        <h3 className={styles.kind}>
          {count > 1 ? `${attentionKindTexts[kind]} (${count})` : attentionKindTexts[kind]}
        </h3>
        {kind === "to-confirm" && count > 1 ? (
          <ConfirmAllButton count={count} shown={lines.flatMap(({ item, acted }) => (acted ? [] : [item]))} />
        ) : null}
      </div>
      <ul className={styles.items}>
        {lines.map((line) => (
          <AttentionLine key={lineKey(line.item)} kind={kind} {...line} />
        ))}
      </ul>
      {rest > 0 ? (
        <Anchor component={Link} to={listOf(kind)} className={styles.more}>
          {texts.all(count)}
        </Anchor>
      ) : null}
    </div>
  );
}
