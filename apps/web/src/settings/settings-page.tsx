import { settingsTexts } from "@korki/contracts/texts/settings";
import { ConsentsBox } from "../consents/consents-box";
import { useProfile } from "../session/session-store";
import { PageHeader } from "../ui/page-header";
import { CalendarAddressBox } from "./calendar-address-box";
import { InviteParentBox } from "./invite-parent-box";
import { NotificationsBox } from "./notifications-box";
import { PasswordBox } from "./password-box";
import { PersonalDataForm } from "./personal-data-form";
import { PreferencesForm } from "./preferences-form";
import { SessionsBox } from "./sessions-box";
import styles from "./settings-page.module.css";

/** The settings (rules §24); a parent has them with a child alone. */
export default function SettingsPage() {
  const { role } = useProfile();
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <div className={styles.boxes}>
        <PersonalDataForm />
        <NotificationsBox />
        <PreferencesForm />
        <ConsentsBox />
        <PasswordBox />
        <SessionsBox />
        {role === "Student" ? <InviteParentBox /> : null}
        {role === "Student" || role === "Teacher" ? <CalendarAddressBox /> : null}
      </div>
    </>
  );
}
