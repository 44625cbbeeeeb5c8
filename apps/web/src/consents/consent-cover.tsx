import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { Modal } from "@mantine/core";
import "../ui/sheet-styles";
import { useCover } from "../ui/covering";
import { ConsentQuestions } from "./consent-step";

/** The same questions over unsaved work, where somebody signed in again and the work stays where it is. */
export default function ConsentCover() {
  useCover();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={texts.stepTitle}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      radius="lg"
      zIndex={500}
    >
      <ConsentQuestions />
    </Modal>
  );
}
