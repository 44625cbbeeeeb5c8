import { signInTexts } from "@korki/contracts/texts/sign-in";
import type { SelfRegistrationRole } from "@korki/domain";
import { IconChalkboard, IconSchool } from "@tabler/icons-react";
import styles from "./user-type-choice.module.css";

const CHOICES = [
  { role: "Student", label: signInTexts.userTypeStudent, icon: IconSchool },
  { role: "Teacher", label: signInTexts.userTypeTeacher, icon: IconChalkboard },
] as const satisfies { role: SelfRegistrationRole; label: string; icon: unknown }[];

/** What a visitor registers as; the other user types are made by an administrator. */
export function UserTypeChoice() {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{signInTexts.userType}</legend>
      {CHOICES.map(({ role, label, icon: Icon }) => (
        <label key={role} className={styles.choice}>
          <input type="radio" name="role" value={role} defaultChecked={role === "Student"} />
          <Icon size={20} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
