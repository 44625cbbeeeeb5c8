import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconFingerprint } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { errorText, statusOf } from "../server/errors";
import formStyles from "./form.module.css";
import styles from "./login-form.module.css";
import { Note } from "./note";

/** Signs in with a passkey of this device. Its code is fetched by the click; a browser that has none sees no button. */
export function PasskeyButton({ onToken }: { onToken: (accessToken: string) => void | Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const busy = useRef(false);
  if (!("PublicKeyCredential" in window)) return null;

  async function signIn() {
    if (busy.current) return;
    busy.current = true;
    setIsBusy(true);
    setFault(null);
    try {
      const { signInWithPasskey } = await import("./sign-in-with-passkey");
      await onToken(await signInWithPasskey());
    } catch (error) {
      setFault(statusOf(error) === null ? signInTexts.passkeyStopped : errorText(error));
    } finally {
      busy.current = false;
      setIsBusy(false);
    }
  }

  return (
    <div className={styles.passkey}>
      <button
        type="button"
        className={`${formStyles.quiet} ${formStyles.wide}`}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void signIn()}
      >
        <span className={styles.label}>
          <IconFingerprint size={20} aria-hidden />
          {signInTexts.passkey}
        </span>
      </button>
      {fault ? <Note tone="bad">{fault}</Note> : null}
    </div>
  );
}
