import { interfaceTexts } from "@korki/contracts/texts/interface";
import type { MouseEvent } from "react";
import { type To, useNavigate } from "react-router-dom";
import { holdsUnsavedWork, onWorkSaved } from "../updates/unsaved-work";
import { confirm } from "./confirm";

/**
 * Asks before unsaved work is left; true at once where there is none.
 *
 * @param popup only this popup closes, and what stands beside it stays
 */
export async function mayLeave(popup?: string): Promise<boolean> {
  if (!holdsUnsavedWork(popup)) return true;
  return confirm({
    title: interfaceTexts.unsavedTitle,
    text: interfaceTexts.unsavedText,
    confirmLabel: interfaceTexts.unsavedLeave,
    cancelLabel: interfaceTexts.unsavedStay,
    dangerous: true,
    // A save that was on its way has arrived meanwhile.
    until: onWorkSaved,
  });
}

/** What a link does when it is clicked: it asks before unsaved work is left. Answers whether the person goes on. */
export function useLeave(): (event: MouseEvent, to: To) => Promise<boolean> {
  const navigate = useNavigate();
  return async (event, to) => {
    if (!holdsUnsavedWork() || event.metaKey || event.ctrlKey) return true;
    event.preventDefault();
    const goes = await mayLeave();
    if (goes) navigate(to);
    return goes;
  };
}
