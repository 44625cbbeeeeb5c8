import type { Person } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import type { Role } from "@korki/domain";
import { fullName } from "@korki/domain";
import { Button } from "@mantine/core";
import { IconArrowLeft, IconMessageCircle } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { statusOf } from "../../server/errors";
import { useProfile } from "../../session/session-store";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { type LinkTab, LinkTabs } from "../../ui/link-tabs";
import { PageHeader } from "../../ui/page-header";
import { EmptyState, FormSkeleton, Loaded, TableSkeleton } from "../../ui/page-states";
import { PersonBadges } from "./person-badges";
import styles from "./person-screen.module.css";

/** One person's screen: the name, the ways back and to the chat (parents have none), the tabs, and the open tab. */
export function PersonScreen(props: {
  id: string | null;
  userType: Role;
  back: { readonly to: string; readonly label: string };
  /** none for an account that has one screen only */
  tabs?: { readonly label: string; readonly tabs: readonly (LinkTab & { readonly isKept: boolean })[] };
  children: (person: Person) => ReactNode;
}) {
  const { id, userType, back } = props;
  const me = useProfile();
  const query = trpc.adminPeople.get.useQuery({ id: id ?? "" }, { enabled: id !== null });
  const isGone = id === null || statusOf(query.error) === 404 || (query.data && query.data.role !== userType);
  // A tombstone has nobody to write to, and its title says how it stands.
  const isErased = query.data !== undefined && query.data.erasedAt !== null;
  const contactId = query.data?.contactId;
  // Tabs on which nothing could be done but what the server refuses are not offered.
  const tabs = (props.tabs?.tabs ?? []).filter(({ isKept }) => isKept || !isErased);
  const backButton = (
    <Button
      component={Link}
      to={back.to}
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {back.label}
    </Button>
  );
  if (isGone) {
    return (
      <>
        <PageHeader title={texts.gone} actions={backButton} />
        <Card>
          <EmptyState picture="people" title={texts.gone} />
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={query.data ? fullName(query.data) : ""}
        actions={
          <>
            {backButton}
            {userType === "Parent" || id === me.id || isErased || !contactId ? null : (
              <Button
                component={Link}
                to={paths.chatWith(contactId)}
                variant="default"
                leftSection={<IconMessageCircle size={18} aria-hidden />}
              >
                {texts.writeOnChat}
              </Button>
            )}
          </>
        }
      />
      {query.data && !isErased ? (
        <div className={styles.badges}>
          <PersonBadges {...query.data} />
        </div>
      ) : null}
      {props.tabs ? <LinkTabs label={props.tabs.label} tabs={tabs} /> : null}
      <Loaded
        query={query}
        skeleton={
          <Card>
            <FormSkeleton fields={4} />
          </Card>
        }
      >
        {(person) => <Suspense fallback={<TableSkeleton rows={6} />}>{props.children(person)}</Suspense>}
      </Loaded>
    </>
  );
}
