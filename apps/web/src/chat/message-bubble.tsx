import type { Pending } from "@korki/chat-client";
import type { Message } from "@korki/contracts/chat";
import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { Group } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from "@tabler/icons-react";
import { memo } from "react";
import { formatTime } from "../ui/formats";
import { LinkedText } from "../ui/linked-text";
import { TextButton } from "../ui/text-button";
import styles from "./message-bubble.module.css";

/** A stored message with its time; own ones say whether they were read. Drawn again only when that changes. */
export const StoredBubble = memo(function StoredBubble(props: {
  message: Message;
  isOwn: boolean;
  isRead: boolean;
}) {
  const { isOwn, isRead } = props;
  const { text, createdAt } = props.message;
  const Tick = isRead ? IconChecks : IconCheck;
  return (
    <div className={styles.bubble} data-own={isOwn || undefined}>
      <MessageText text={text} />
      <span className={styles.foot}>
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        {isOwn ? <Tick size={16} role="img" aria-label={isRead ? texts.read : texts.sent} /> : null}
      </span>
    </div>
  );
});

/** A message on its way, or one that did not get there: it stays, and can be sent again. */
export function PendingBubble(props: { pending: Pending; onSendAgain: () => void; onDiscard: () => void }) {
  const { text, state, error } = props.pending;
  return (
    <>
      <div className={styles.bubble} data-own data-state={state}>
        <MessageText text={text} />
        <span className={styles.foot}>
          {state === "failed" ? (
            <IconAlertCircle size={16} role="img" aria-label={texts.notSent} />
          ) : (
            <IconClock size={16} role="img" aria-label={texts.sending} />
          )}
        </span>
      </div>
      {state === "failed" ? (
        <Group gap="sm" justify="flex-end" className={styles.failed} role="alert">
          <span>{error ?? texts.notSent}</span>
          <TextButton onClick={props.onSendAgain}>{texts.sendAgain}</TextButton>
          <TextButton onClick={props.onDiscard}>{texts.discard}</TextButton>
        </Group>
      ) : null}
    </>
  );
}

/** The message as it was typed; web addresses can be opened. */
function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      <LinkedText text={text} className={styles.link} />
    </p>
  );
}
