import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { Stack } from "@mantine/core";
import { checkSession, logout } from "../server/session-calls";
import { trpc } from "../trpc";
import { Brand } from "../ui/brand";
import page from "../ui/message-page.module.css";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { usePageTitle } from "../ui/page-title";
import { TextButton } from "../ui/text-button";
import { ConsentForm, isOpen } from "./consent-form";
import styles from "./consent-step.module.css";

/** After the sign-in, before anything else: the documents that were published since the last one (rules §16). */
export default function ConsentStep() {
  usePageTitle(texts.stepTitle);
  return (
    <main className={page.page}>
      <Brand />
      <div className={styles.card}>
        <h1 className={styles.title}>{texts.stepTitle}</h1>
        <ConsentQuestions />
      </div>
    </main>
  );
}

/** What is asked, and the way out. */
export function ConsentQuestions() {
  const query = trpc.consents.mine.useQuery();
  return (
    <Stack gap="md">
      <p>{texts.stepText}</p>
      <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
        {(consents) => (
          <ConsentForm
            label={texts.stepTitle}
            consents={consents.filter((each) => each.studentId === null && isOpen(each))}
            submitLabel={texts.stepSubmit}
            onGiven={checkSession}
          />
        )}
      </Loaded>
      <TextButton ta="center" onClick={() => void logout()}>
        {texts.signOut}
      </TextButton>
    </Stack>
  );
}
