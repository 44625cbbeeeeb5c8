import type { Contact } from "@korki/contracts/chat";
import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { NavLink } from "react-router-dom";
import { paths } from "../paths";
import { formatNumber } from "../ui/formats";
import { holdsWords } from "../ui/holds-words";
import { UserAvatar } from "../ui/user-avatar";
import styles from "./contact-list.module.css";

/** Whom one writes with; who wrote last comes first. */
export function ContactList(props: { contacts: readonly Contact[]; selectedId: string | null }) {
  const [sought, setSought] = useState("");
  const found = props.contacts.filter(({ name, surname }) => holdsWords(`${name} ${surname}`, sought));
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
            <ContactLink contact={contact} onOpen={() => setSought("")} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ContactLink({ contact, onOpen }: { contact: Contact; onOpen: () => void }) {
  const { id, name, surname, role, online, unread, lastMessage } = contact;
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
        <span className={styles.line}>
          {texts.roles[role]}
          {lastMessage ? ` · ${lastMessage.senderId === id ? "" : `${texts.you}: `}${lastMessage.text}` : ""}
        </span>
      </span>
      {unread > 0 ? (
        <span className={styles.unread}>
          <VisuallyHidden>{texts.unreadLine}: </VisuallyHidden>
          {formatNumber(unread)}
        </span>
      ) : null}
    </NavLink>
  );
}
