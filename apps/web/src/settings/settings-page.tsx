import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { securityScreenTexts } from "@korki/contracts/texts/security-screens";
import { settingsTexts } from "@korki/contracts/texts/settings";
import { Stack } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { ConsentsBox } from "../consents/consents-box";
import { InviteParentForm } from "../family/invite-parent-form";
import { OpenInvitations } from "../family/open-invitations";
import { paths } from "../paths";
import { DevicesBox } from "../push/devices-box";
import { useProfile } from "../session/session-store";
import { Card } from "../ui/card";
import { type LinkTab, LinkTabs } from "../ui/link-tabs";
import { PageHeader } from "../ui/page-header";
import { FormSkeleton } from "../ui/page-states";
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

/** A student invites a parent. */
function InviteParentBox() {
  return (
    <Card title={familyScreenTexts.inviteOwn} text={familyScreenTexts.inviteOwnText}>
      <Stack gap="lg">
        <InviteParentForm />
        <OpenInvitations />
      </Stack>
    </Card>
  );
}
