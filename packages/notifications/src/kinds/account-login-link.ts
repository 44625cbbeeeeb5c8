import { LOGIN_LINK_MINUTES } from "@korki/domain";
import { z } from "zod";
import { linkPayload, SAMPLE_LINK, whileLinkWorks } from "../account-links";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

const EVERYBODY = ["Student", "Teacher", "Parent", "Admin"] as const;

/** To a person who wants to sign in without a password. */
export const accountLoginLink = defineNotification({
  kind: "account-login-link",
  label: "Link do logowania",
  group: "messages",
  audience: EVERYBODY,
  optional: false,
  payload: linkPayload,
  revalidate: whileLinkWorks("login"),
  message: ({ url }, { centreName }) => ({
    icon: "🔑",
    subject: `Link do logowania: ${centreName}`,
    heading: "Zaloguj się",
    paragraphs: [
      `Kliknij przycisk, aby się zalogować. Link działa ${LOGIN_LINK_MINUTES} minut i tylko raz. Otwórz go tam, gdzie prosisz o link; na innym urządzeniu zobaczysz kod do wpisania.`,
    ],
    action: { label: "Zaloguj się", url },
    footnote: "To nie Ty prosisz o link? Zignoruj tę wiadomość i nikomu nie podawaj kodu.",
  }),
  samples: [{ to: "Student", facts: SAMPLE_LINK }],
});

/** To administrators and people with a second factor, who cannot sign in by a link. */
export const accountLoginLinkRefused = defineNotification({
  kind: "account-login-link-refused",
  label: "Prośba o link do logowania",
  group: "messages",
  audience: EVERYBODY,
  optional: false,
  payload: z.object({}),
  revalidate: alwaysTrue,
  message: (_facts, { centreName, publicUrl }) => ({
    icon: "🔑",
    subject: `Logowanie linkiem: ${centreName}`,
    heading: "Na to konto nie można zalogować się linkiem",
    paragraphs: [
      "Konta administratorów i konta z drugim składnikiem logują się hasłem i kodem albo kluczem dostępu.",
    ],
    action: { label: "Przejdź do logowania", url: screenUrl(publicUrl, "auth") },
    footnote: "To nie Ty prosisz o link? Zignoruj tę wiadomość.",
  }),
  samples: [{ to: "Admin", facts: {} }],
});
