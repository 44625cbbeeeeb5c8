import type { ChatClient } from "@korki/chat-client";
import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { MESSAGE_MAX } from "@korki/domain";
import { ActionIcon, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { memo } from "react";
import { formatNumber } from "../ui/formats";
import { GrowingTextarea } from "../ui/growing-textarea";
import { useComposer } from "../ui/use-composer";
import { draftFor, keepDraft } from "./drafts";
import styles from "./message-composer.module.css";

/** From here on the remaining characters are shown. */
const WARN_BELOW = 200;

/**
 * Where a message is written: Enter sends, Shift+Enter begins a new line; an empty one is not sent. What happens in the
 * conversation does not render it again.
 */
export const MessageComposer = memo(function MessageComposer(props: {
  client: ChatClient;
  contactId: string;
}) {
  const { client, contactId } = props;
  const { text, change, send, onKeyDown } = useComposer({
    initial: () => draftFor(contactId),
    onChange(typed) {
      keepDraft(contactId, typed);
      if (typed) client.type(contactId);
    },
    onSend: (message) => client.send(contactId, message),
  });
  const left = MESSAGE_MAX - text.length;

  return (
    <form className={styles.composer} onSubmit={send}>
      <div className={styles.field}>
        <GrowingTextarea
          aria-label={texts.message}
          placeholder={texts.message}
          minRows={1}
          maxRows={6}
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {left < WARN_BELOW ? (
          <Text size="xs" c="dimmed" aria-live="polite">
            {texts.charactersLeft(formatNumber(left))}
          </Text>
        ) : null}
      </div>
      <ActionIcon type="submit" size={42} aria-label={texts.send}>
        <IconSend size={20} aria-hidden />
      </ActionIcon>
    </form>
  );
});
