import { chatTexts as texts } from "@korki/contracts/texts/chat";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, ErrorState } from "../ui/page-states";
import styles from "./chat-page.module.css";
import { useChatSnapshot } from "./chat-session";
import { ContactList, ContactsSkeleton } from "./contact-list";
import { ConversationView } from "./conversation-view";
import { useChat } from "./use-chat";

/** Contacts and the open conversation; on a phone one after the other (rules §24). */
export default function ChatPage() {
  const client = useChat();
  const { role } = useProfile();
  const { contacts, typing, hasMoreContacts, haveContactsFailed } = useChatSnapshot(client);
  const navigate = useNavigate();
  const openId = useParams()["*"] || null;
  const contact = contacts?.find(({ id }) => id === openId) ?? null;

  useEffect(() => {
    if (openId && contacts) client.meet(openId);
  }, [client, openId, contacts]);

  return (
    <div className={styles.page} data-open={contact ? true : undefined}>
      <PageHeader title={texts.title} />
      {contacts === null && haveContactsFailed ? (
        <Card>
          <ErrorState error={null} onRetry={() => client.retry()} />
        </Card>
      ) : contacts === null ? (
        <ContactsSkeleton />
      ) : contacts.length === 0 ? (
        <Card>
          <EmptyState
            picture="chat"
            title={
              role === "Student" ? texts.noTeacher : role === "Teacher" ? texts.noStudents : texts.noContacts
            }
            text={role === "Student" ? texts.noTeacherText : undefined}
          />
        </Card>
      ) : (
        <div className={styles.columns}>
          <ContactList contacts={contacts} hasMore={hasMoreContacts} typing={typing} />
          {contact ? (
            <ConversationView
              key={contact.id}
              client={client}
              contact={contact}
              onClose={() => navigate(paths.chat)}
            />
          ) : (
            <div className={styles.nobody}>
              <EmptyState picture="chat" title={texts.chooseUser} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
