import { PasskeysBox } from "./passkeys-box";
import { PasswordBox } from "./password-box";
import { SecurityEventsBox } from "./security-events-box";
import { SessionsBox } from "./sessions-box";
import { TotpBox } from "./totp-box";

/** "Bezpieczeństwo": the password, the second factors, where one is signed in, and what happened (rules §19). */
export default function SecurityBoxes() {
  return (
    <>
      <PasswordBox />
      <TotpBox />
      <PasskeysBox />
      <SessionsBox />
      <SecurityEventsBox />
    </>
  );
}
