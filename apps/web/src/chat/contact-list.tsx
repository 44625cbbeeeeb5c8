import type { Contact } from "@korki/contracts/chat";
import { PAGE_SIZE } from "@korki/contracts/paging";
import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { addDays, type CivilDate, fullName, today } from "@korki/domain";
import { Skeleton, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { memo, useCallback, useDeferredValue, useState } from "react";
import { NavLink } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { civilDateOf, formatDayMonth, formatNumber, formatShortWeekday, formatTime } from "../ui/formats";
import { holdsWords } from "../ui/holds-words";
import { useNow } from "../ui/use-now";
import { UserAvatar } from "../ui/user-avatar";
import styles from "./contact-list.module.css";
import "@mantine/core/styles/Skeleton.layer.css";
import pageStyles from "./chat-page.module.css";
import listStyles from "./contact-list.module.css";

/** Whom one writes with; who wrote last comes first. Where there are more than these, a search finds the others. */
export function ContactList(props: {
  contacts: readonly Contact[];
  hasMore: boolean;
  typing: ReadonlySet<string>;
}) {
  const { contacts, hasMore } = props;
  const [sought, setSought] = useState("");
  const now = today(useNow());
  const endSearch = useCallback(() => setSought(""), []);
  const known = new Set(contacts.map(({ id }) => id));
  const others = useOtherContacts(useDeferredValue(sought.trim()), hasMore);
  const found = [...contacts, ...others.filter(({ id }) => !known.has(id))].filter((contact) =>
    holdsWords(fullName(contact), sought),
  );
  return (
    <nav className={styles.nav} aria-label={texts.contacts}>
      <TextInput
        className={styles.search}
        type="search"
        size="sm"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
      />
      {found.length === 0 ? (
        <Text c="dimmed" size="sm" p="md">
          {texts.noneFound}
        </Text>
      ) : null}
      <ul className={styles.list}>
        {found.map((contact) => (
          <li key={contact.id}>
            <ContactLink
              contact={contact}
              now={now}
              isTyping={props.typing.has(contact.id)}
              onOpen={endSearch}
            />
          </li>
        ))}
      </ul>
      {hasMore && sought === "" ? (
        <Text c="dimmed" size="sm" p="md">
          {texts.moreContacts}
        </Text>
      ) : null}
    </nav>
  );
}

/** Contacts by their names, asked of the server, because not all of them are here. */
function useOtherContacts(search: string, hasMore: boolean): readonly Contact[] {
  const isAsked = hasMore && search !== "";
  const { data } = trpc.chat.contacts.useQuery(
    { search, pageSize: PAGE_SIZE },
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
  return isAsked && data ? data : [];
}

/** Rendered again only when the contact changes: a message that is sent changes one of them. */
const ContactLink = memo(function ContactLink(props: {
  contact: Contact;
  now: CivilDate;
  isTyping: boolean;
  onOpen: () => void;
}) {
  const { contact, isTyping, onOpen } = props;
  const { id, name, surname, role, online, unread, lastMessage } = contact;
  // Whom one knows and has never written with can be written to, unless the account is disabled.
  const isDisabled = !contact.canSend && contact.lastSeq === 0;
  return (
    <NavLink
      to={paths.chatWith(id)}
      className={styles.contact}
      data-unread={unread > 0 || undefined}
      onClick={onOpen}
    >
      <UserAvatar id={id} name={name} surname={surname} online={online} />
      <span className={styles.who}>
        <span className={styles.name}>
          {name} {surname}
          {online ? <VisuallyHidden> ({texts.online})</VisuallyHidden> : null}
        </span>
        <span className={styles.line} data-shortened>
          {texts.roles[role]}
          {isTyping
            ? ` · ${texts.typing}`
            : lastMessage
              ? ` · ${lastMessage.senderId === id ? "" : `${texts.you}: `}${lastMessage.text}`
              : isDisabled
                ? ` · ${texts.accountDisabled}`
                : ""}
        </span>
      </span>
      <span className={styles.aside}>
        {lastMessage ? <MessageTime at={lastMessage.createdAt} now={props.now} /> : null}
        {unread > 0 ? (
          <span className={styles.unread}>
            <VisuallyHidden>{texts.unreadLine}: </VisuallyHidden>
            {formatNumber(unread)}
          </span>
        ) : null}
      </span>
    </NavLink>
  );
});

/** Days after which a weekday no longer says which day is meant. */
const WEEKDAY_IS_CLEAR_DAYS = 6;

/** When the last message was written: the hour of today, else the weekday, else the date. */
function MessageTime({ at, now }: { at: string; now: CivilDate }) {
  const day = civilDateOf(at);
  return (
    <time dateTime={at} className={styles.time}>
      {day === now
        ? formatTime(at)
        : day > addDays(now, -WEEKDAY_IS_CLEAR_DAYS - 1)
          ? formatShortWeekday(day)
          : formatDayMonth(day)}
    </time>
  );
}

const CONTACTS = ["first", "second", "third", "fourth", "fifth"];

/** Stands for the contacts while they load: the frame, the search and a few of them. */
export function ContactsSkeleton() {
  return (
    <div className={pageStyles.columns} aria-busy="true" aria-hidden>
      <div className={listStyles.nav}>
        <div className={listStyles.search}>
          <Skeleton height="2.25rem" />
        </div>
        <div className={listStyles.list}>
          {CONTACTS.map((contact) => (
            <div className={listStyles.contact} key={contact}>
              <Skeleton height={40} circle />
              <div className={listStyles.who}>
                <Skeleton height="0.875rem" width="60%" mb="0.5rem" />
                <Skeleton height="0.75rem" width="85%" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={pageStyles.nobody} />
    </div>
  );
}
