import { interfaceTexts } from "@korki/contracts/texts/interface";
import { holdsUnsavedWork } from "../updates/unsaved-work";
import { confirm } from "./confirm";

/** Asks before unsaved work is left; true at once where there is none. */
export async function mayLeave(): Promise<boolean> {
  if (!holdsUnsavedWork()) return true;
  return confirm({
    title: interfaceTexts.unsavedTitle,
    text: interfaceTexts.unsavedText,
    confirmLabel: interfaceTexts.unsavedLeave,
    cancelLabel: interfaceTexts.unsavedStay,
    dangerous: true,
  });
}
