import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { CoverDialog } from "../ui/cover-dialog";
import { ConsentQuestions } from "./consent-step";

/** Asks for missing consents in a dialog over the screen, so that unsaved work stays after signing in again. */
export default function ConsentCover() {
  return (
    <CoverDialog title={texts.stepTitle}>
      <ConsentQuestions />
    </CoverDialog>
  );
}
