import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { securityScreenTexts } from "@korki/contracts/texts/security-screens";
import { settingsTexts } from "@korki/contracts/texts/settings";
import { Stack, Text } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { ConsentsBox } from "../consents/consents-box";
import { InviteParentForm } from "../family/invite-parent-form";
import { OpenInvitations } from "../family/open-invitations";
import { paths } from "../paths";
import { DevicesBox } from "../push/devices-box";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { type LinkTab, LinkTabs } from "../ui/link-tabs";
import { PageHeader } from "../ui/page-header";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { BillingDataBox } from "./billing-data-form";
import { CalendarAddressBox } from "./calendar-address-box";
import { OutsideCalendarsBox } from "./outside-calendars-box";
import { PersonalDataForm } from "./personal-data-form";
import { PreferencesForm } from "./preferences-form";
import styles from "./settings-page.module.css";
import { NotificationsBox } from "./telegram-box";

const SecurityBoxes = lazy(() => import("./security/security-boxes"));

const TABS: readonly LinkTab[] = [
  { to: paths.settings, label: securityScreenTexts.account },
  { to: paths.security, label: securityScreenTexts.title },
];

/** The settings (rules §24). */
export default function SettingsPage() {
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <LinkTabs label={securityScreenTexts.tabs} tabs={TABS} />
      <div className={styles.boxes}>
        <Routes>
          <Route index element={<AccountBoxes />} />
          <Route
            path="bezpieczenstwo"
            element={
              <Suspense fallback={<FormSkeleton fields={2} />}>
                <SecurityBoxes />
              </Suspense>
            }
          />
          <Route path="*" element={<Navigate to={paths.settings} replace />} />
        </Routes>
      </div>
    </>
  );
}

function AccountBoxes() {
  const { role } = useProfile();
  const { hash } = useLocation();
  // Ctrl+K leads to a box of its own.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PersonalDataForm />
      {role === "Student" || role === "Parent" ? <BillingDataBox /> : null}
      <DevicesBox />
      <NotificationsBox />
      {role === "Admin" ? null : (
        <div id="kalendarz">
          <CalendarAddressBox />
        </div>
      )}
      {role === "Teacher" ? <OutsideCalendarsBox /> : null}
      <PreferencesForm />
      <ConsentsBox />
      {role === "Student" ? (
        <div id="rodzic">
          <InviteParentBox />
        </div>
      ) : null}
    </>
  );
}

/** A student sees the own parents, and invites one. */
function InviteParentBox() {
  const query = trpc.families.parents.useQuery();
  return (
    <Card title={familyScreenTexts.inviteOwn} text={familyScreenTexts.inviteOwnText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {(parents) => (
          <Stack gap="lg">
            {parents.length > 0 ? (
              <section aria-label={familyScreenTexts.linkedParents}>
                <Text fw={550} size="sm">
                  {familyScreenTexts.linkedParents}
                </Text>
                {parents.map(({ id, name }) => (
                  <Text key={id} size="sm">
                    {name}
                  </Text>
                ))}
              </section>
            ) : null}
            <InviteParentForm />
            <OpenInvitations />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
