import { signInTexts } from "@korki/contracts/texts/sign-in";
import { PASSWORD_RESET_REDIRECT_MS, plural } from "@korki/domain";
import { Alert } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { leaveSession } from "../session/end-session";

/**
 * Says that it worked, ends the session here (a changed password ends them all), and leads to the sign-in after 5
 * seconds.
 */
export function PasswordChanged() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(PASSWORD_RESET_REDIRECT_MS / 1000);

  useEffect(() => {
    leaveSession();
    const tick = setInterval(() => setLeft((seconds) => Math.max(1, seconds - 1)), 1000);
    const leave = setTimeout(() => navigate(paths.auth), PASSWORD_RESET_REDIRECT_MS);
    return () => {
      clearInterval(tick);
      clearTimeout(leave);
    };
  }, [navigate]);

  const seconds = `${left} ${plural(left, "sekundę", "sekundy", "sekund")}`;
  return (
    <Alert
      role="status"
      color="brand"
      title={signInTexts.passwordChanged}
      icon={<IconCheck size={20} aria-hidden />}
    >
      {/* Seconds that tick would be read out one by one. */}
      <span aria-live="off">{signInTexts.passwordChangedText(seconds)}</span>
    </Alert>
  );
}
