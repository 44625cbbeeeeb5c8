import { type ChatCalls, ChatClient, openChatConnection } from "@korki/chat-client";
import { chatTexts } from "@korki/contracts/texts/chat";
import { roomTexts as texts } from "@korki/contracts/texts/room-screens";
import { fullName, MESSAGE_MAX } from "@korki/domain";
import { IconSend } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { draftFor, forgetDrafts, keepDraft, unsentOf } from "../chat/drafts";
import { readWhenSeen } from "../chat/read-when-seen";
import { roomPaths } from "../room-paths";
import { keepRenewed } from "../server/keep-renewed";
import { afterPaint } from "../ui/after-paint";
import { formatTime } from "../ui/formats";
import { LinkedText } from "../ui/linked-text";
import { useComposer } from "../ui/use-composer";
import buttons from "./buttons.module.css";
import { freshToken, isWorthAnotherToken, server } from "./server";
import { Side } from "./side";
import styles from "./words.module.css";

/** The chat of this page; null until it runs. */
export function useChatClient(userId: string): ChatClient | null {
  const [client, setClient] = useState<ChatClient | null>(null);
  useEffect(() => {
    forgetDrafts(userId);
    const connection = openChatConnection({ userId, token: freshToken, onRefused: isWorthAnotherToken });
    const calls: ChatCalls = {
      contacts: (which) => server.chat.contacts.query(which),
      history: (input) => server.chat.history.query(input),
    };
    const started = new ChatClient(userId, connection, calls, unsentOf(userId));
    started.start();
    setClient(started);
    const stopRenewing = keepRenewed((token) => started.renew(token));
    return () => {
      stopRenewing();
      started.stop();
    };
  }, [userId]);
  return client;
}

/** How many messages of a partner one has not read; re-renders when that changes. */
export function useUnread(client: ChatClient | null, partnerId: string): number {
  const read = () => client?.snapshot().contacts?.find(({ id }) => id === partnerId)?.unread ?? 0;
  return useSyncExternalStore(client?.subscribe ?? nothing, read);
}

/** For what scrolls. */
const REACHABLE = { tabIndex: 0 };
const nothing = () => () => undefined;

/** The words between two people of the room. */
export function Words({
  client,
  partnerId,
  onClose,
}: {
  client: ChatClient;
  partnerId: string;
  onClose: () => void;
}) {
  const { contacts } = useSyncExternalStore(client.subscribe, client.snapshot);
  const partner = contacts?.find(({ id }) => id === partnerId);
  const { messages, pending } = client.conversation(partnerId);
  const list = useRef<HTMLElement>(null);
  const newest = messages.at(-1)?.seq ?? 0;
  const count = messages.length + pending.length;

  useEffect(() => {
    client.meet(partnerId);
    void client.open(partnerId);
  }, [client, partnerId]);
  useEffect(() => readWhenSeen(client, partnerId, newest), [client, partnerId, newest]);
  useLayoutEffect(() => {
    if (list.current && count > 0) list.current.scrollTop = list.current.scrollHeight;
  }, [count]);

  return (
    <Side
      title={partner ? texts.wordsWith(fullName(partner)) : texts.words}
      closing={texts.closeWords}
      onClose={onClose}
    >
      {/* The keyboard reaches what scrolls; new words are read out. */}
      <section ref={list} className={styles.list} role="log" aria-label={texts.words} {...REACHABLE}>
        <ol className={styles.words}>
          {messages.map(({ id, text, senderId, createdAt }) => (
            <li key={id} className={styles.bubble} data-own={senderId !== partnerId || undefined}>
              <p>
                <LinkedText text={text} />
              </p>
              <time dateTime={createdAt}>{formatTime(createdAt)}</time>
            </li>
          ))}
          {pending.map(({ clientKey, text, state, error }) => (
            <li key={clientKey} className={styles.bubble} data-own data-state={state}>
              <p>{text}</p>
              {state === "failed" ? (
                <button
                  type="button"
                  className={buttons.small}
                  onClick={() => client.sendAgain(partnerId, clientKey)}
                >
                  {error ?? chatTexts.notSent}: {chatTexts.sendAgain}
                </button>
              ) : (
                <span>{chatTexts.sending}</span>
              )}
            </li>
          ))}
        </ol>
      </section>
      {partner?.canSend === false || (contacts && !partner) ? (
        <p className={styles.note}>{texts.noWords}</p>
      ) : (
        <Composer partnerId={partnerId} onSend={(text) => afterPaint(() => client.send(partnerId, text))} />
      )}
      <p className={styles.note}>
        <a href={roomPaths.chatWith(partnerId)} target="_blank" rel="noopener">
          {texts.wordsKept}
        </a>
      </p>
    </Side>
  );
}

/** Keeps a draft, so that opening the board or the devices loses nothing. */
function Composer({ partnerId, onSend }: { partnerId: string; onSend: (text: string) => void }) {
  const { text, change, send, onKeyDown } = useComposer({
    initial: () => draftFor(partnerId),
    onChange: (typed) => keepDraft(partnerId, typed),
    onSend,
  });
  return (
    <form className={styles.composer} onSubmit={send}>
      <textarea
        className={styles.field}
        aria-label={chatTexts.message}
        placeholder={chatTexts.message}
        rows={2}
        maxLength={MESSAGE_MAX}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={buttons.icon} aria-label={chatTexts.send}>
        <IconSend size={20} aria-hidden />
      </button>
    </form>
  );
}
