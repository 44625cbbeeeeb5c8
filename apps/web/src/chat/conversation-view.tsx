import type { ChatClient } from "@korki/chat-client";
import type { Contact } from "@korki/contracts/chat";
import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { fullName } from "@korki/domain";
import { ActionIcon, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useEffect } from "react";
import { useIsPhone } from "../ui/use-is-phone";
import { UserAvatar } from "../ui/user-avatar";
import { useChatSnapshot } from "./chat-session";
import styles from "./conversation-view.module.css";
import { MessageComposer } from "./message-composer";
import { MessageList } from "./message-list";

/** One conversation: who it is with, its messages, and where one writes. */
export function ConversationView(props: { client: ChatClient; contact: Contact; onClose: () => void }) {
  const { client, contact, onClose } = props;
  const { connection, typing } = useChatSnapshot(client);
  const isPhone = useIsPhone();
  const { id, name, surname, role, online, canSend, lastSeq } = contact;

  useEffect(() => void client.open(id), [client, id]);

  return (
    <section className={styles.conversation} aria-label={texts.conversationWith(fullName({ name, surname }))}>
      <header className={styles.header}>
        {isPhone ? (
          <ActionIcon variant="subtle" size="lg" aria-label={texts.toContacts} onClick={onClose}>
            <IconArrowLeft size={20} aria-hidden />
          </ActionIcon>
        ) : null}
        <UserAvatar id={id} name={name} surname={surname} size="sm" online={online} />
        <div>
          <h2 className={styles.name}>
            {name} {surname}
          </h2>
          <Text size="sm" c="dimmed">
            {texts.roles[role]} ·{" "}
            <span role="status">{typing.has(id) ? texts.typing : online ? texts.online : texts.offline}</span>
          </Text>
        </div>
        {connection === "online" ? null : (
          <Text className={styles.connecting} size="sm" c="dimmed" role="status">
            {texts.connecting}
          </Text>
        )}
      </header>
      <MessageList client={client} contact={contact} />
      {canSend ? (
        <MessageComposer key={id} client={client} contactId={id} />
      ) : (
        <Text className={styles.readOnly} size="sm" c="dimmed">
          {lastSeq === 0 ? texts.recipientDisabled : texts.readOnly}
        </Text>
      )}
    </section>
  );
}
