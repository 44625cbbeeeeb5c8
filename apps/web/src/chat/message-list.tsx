import { type ChatClient, hasOlder } from "@korki/chat-client";
import type { Contact, Message } from "@korki/contracts/chat";
import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { addDays, type CivilDate, today } from "@korki/domain";
import { ActionIcon, Box, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { Fragment, memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { now as productNow } from "../clock";
import { civilDateOf, formatDate, formatDayWithWeekday } from "../ui/formats";
import { EmptyState, ErrorState } from "../ui/page-states";
import { useChatSnapshot } from "./chat-session";
import { PendingBubble, StoredBubble } from "./message-bubble";
import styles from "./message-list.module.css";
import { readWhenSeen } from "./read-when-seen";

/** Nearer to an edge than this (px) counts as being there. */
const NEAR = 80;

/** The messages by day, opened at the newest; older ones load upwards and nothing jumps. */
export function MessageList({ client, contact }: { client: ChatClient; contact: Contact }) {
  useChatSnapshot(client);
  const { id } = contact;
  const conversation = client.conversation(id);
  const { messages, pending, isLoaded, hasFailed, isLoadingOlder } = conversation;
  const list = useRef<HTMLDivElement>(null);
  const place = useRef({ isAtEnd: true, height: 0, room: 0, pending: 0, top: "", isWritten: false });
  const [isAway, setIsAway] = useState(false);
  // The line stays where it was when the conversation was opened; what comes before one's eyes needs none.
  const [opened] = useState({ read: contact.ownReadSeq, newest: contact.lastSeq });
  const newest = messages.at(-1)?.seq ?? 0;

  // After every change: at the end stays at the end, and who writes comes there; what was added above moves what is
  // seen out of the way.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { isAtEnd, height, top: topBefore } = place.current;
    const hasWritten = pending.length > place.current.pending;
    const top = `${messages[0]?.id} ${isLoadingOlder}`;
    Object.assign(place.current, { pending: pending.length, top });
    if (isAtEnd || hasWritten) element.scrollTop = element.scrollHeight;
    else if (top !== topBefore && element.scrollTop < NEAR)
      element.scrollTop += element.scrollHeight - height;
    place.current.height = element.scrollHeight;
  });

  // So it is when the room changes: a longer message is being written, a keyboard comes up.
  const isShown = isLoaded && (messages.length > 0 || pending.length > 0);
  useEffect(() => {
    const element = list.current;
    if (!element || !isShown) return;
    const observer = new ResizeObserver(() => {
      place.current.room = element.clientHeight;
      if (place.current.isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isShown]);

  // A text that replaces another is gone for a moment: the room is larger, then as before, and nothing observes that.
  useEffect(() => {
    const written = () => {
      if (place.current.isWritten) return;
      place.current.isWritten = true;
      requestAnimationFrame(() => {
        place.current.isWritten = false;
        if (list.current && place.current.isAtEnd) list.current.scrollTop = list.current.scrollHeight;
      });
    };
    document.addEventListener("input", written);
    return () => document.removeEventListener("input", written);
  }, []);

  useEffect(() => readWhenSeen(client, id, newest), [client, id, newest]);

  function onScroll() {
    const element = list.current;
    if (!element) return;
    // The list was resized: this event is not the person scrolling, and the position is corrected above.
    if (place.current.isWritten || place.current.room !== element.clientHeight) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    place.current.isAtEnd = isAtEnd;
    setIsAway(!isAtEnd);
    if (element.scrollTop < NEAR && hasOlder(conversation)) void client.loadOlder(id).catch(() => undefined);
  }

  function toNewest() {
    place.current.isAtEnd = true;
    list.current?.scrollTo({ top: list.current.scrollHeight });
    list.current?.focus({ preventScroll: true });
  }

  if (!isLoaded) {
    return (
      <div className={styles.centre} aria-busy={!hasFailed}>
        {hasFailed ? (
          <ErrorState error={null} onRetry={() => void client.open(id)} />
        ) : (
          <Loader size="sm" aria-label={texts.loadingOlder} />
        )}
      </div>
    );
  }
  if (!isShown) {
    return (
      <div className={styles.centre}>
        <EmptyState picture="chat" title={texts.noMessages} />
      </div>
    );
  }
  // An answer means that the message was read.
  const hasAnswered = messages.some(({ seq, senderId }) => seq > opened.newest && senderId !== id);
  const firstUnread = hasAnswered
    ? undefined
    : messages.find(({ seq, senderId }) => seq > opened.read && seq <= opened.newest && senderId === id)?.seq;
  return (
    <div className={styles.frame}>
      {/* The keyboard reaches what scrolls; new messages are read out. */}
      <Box
        component="section"
        ref={list}
        className={styles.list}
        onScroll={onScroll}
        role="log"
        aria-label={texts.title}
        tabIndex={0}
      >
        {isLoadingOlder ? <Loader size="xs" mx="auto" aria-label={texts.loadingOlder} /> : null}
        {hasOlder(conversation) ? null : <p className={styles.separator}>{texts.beginning}</p>}
        <Stored
          messages={messages}
          contactId={id}
          readSeq={contact.otherReadSeq}
          firstUnread={firstUnread}
          now={today(productNow())}
        />
        {pending.map((one) => (
          <PendingBubble
            key={one.clientKey}
            pending={one}
            onSendAgain={() => client.sendAgain(id, one.clientKey)}
            onDiscard={() => client.discard(id, one.clientKey)}
          />
        ))}
      </Box>
      {isAway ? (
        <ActionIcon
          className={styles.toNewest}
          variant="default"
          radius="xl"
          size={40}
          aria-label={texts.toNewest}
          onClick={toNewest}
        >
          <IconArrowDown size={20} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  );
}

/** The stored messages by day. Not rendered again while a message is being sent. */
const Stored = memo(function Stored(props: {
  messages: readonly Message[];
  contactId: string;
  /** The last one that the contact has read. */
  readSeq: number;
  firstUnread: number | undefined;
  now: CivilDate;
}) {
  const { messages, contactId, readSeq, firstUnread, now } = props;
  return messages.map((message, index) => (
    <Fragment key={message.id}>
      {startsDay(message, messages[index - 1]) ? (
        <p className={styles.separator}>
          <time dateTime={civilDateOf(message.createdAt)}>
            {dayName(civilDateOf(message.createdAt), now)}
          </time>
        </p>
      ) : null}
      {message.seq === firstUnread ? <p className={styles.unreadLine}>{texts.unreadLine}</p> : null}
      <StoredBubble
        message={message}
        isOwn={message.senderId !== contactId}
        isRead={message.seq <= readSeq}
      />
    </Fragment>
  ));
});

function startsDay(message: Message, before: Message | undefined): boolean {
  return !before || civilDateOf(before.createdAt) !== civilDateOf(message.createdAt);
}

function dayName(date: CivilDate, now: CivilDate): string {
  if (date === now) return texts.today;
  if (date === addDays(now, -1)) return texts.yesterday;
  return date > addDays(now, -180) ? formatDayWithWeekday(date) : formatDate(date);
}
