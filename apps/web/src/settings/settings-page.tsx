import { settingsTexts } from "@korki/contracts/texts/settings";
import { PageHeader } from "../ui/page-header";
import { NotificationsBox } from "./notifications-box";
import { PersonalDataForm } from "./personal-data-form";
import styles from "./settings-page.module.css";

/** The settings of students, teachers and admins (specification, section 2). */
export default function SettingsPage() {
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <div className={styles.boxes}>
        <PersonalDataForm />
        <NotificationsBox />
      </div>
    </>
  );
}
