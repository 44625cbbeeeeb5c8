import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { CoverDialog } from "../ui/cover-dialog";
import { ConsentQuestions } from "./consent-step";

/** The same questions over unsaved work, where somebody signed in again and the work stays where it is. */
export default function ConsentCover() {
  return (
    <CoverDialog title={texts.stepTitle}>
      <ConsentQuestions />
    </CoverDialog>
  );
}
