import { interfaceTexts } from "@korki/contracts/texts/interface";
import { useEffect, useEffectEvent } from "react";
import { useBlocker } from "react-router-dom";
import { discardWork, holdsUnsavedWork, onWorkSaved } from "../updates/unsaved-work";
import { confirm } from "./confirm";

/**
 * Asks before unsaved work is left; true at once where there is none.
 *
 * @param popup only this popup closes, and what stands beside it stays
 */
export async function mayLeave(popup?: string): Promise<boolean> {
  if (!holdsUnsavedWork(popup)) return true;
  const leaves = await confirm({
    title: interfaceTexts.unsavedTitle,
    text: interfaceTexts.unsavedText,
    confirmLabel: interfaceTexts.unsavedLeave,
    cancelLabel: interfaceTexts.unsavedStay,
    dangerous: true,
    // A save that was on its way has arrived meanwhile.
    until: onWorkSaved,
  });
  if (leaves) discardWork(popup);
  return leaves;
}

/**
 * Asks before a link, or the browser's Back and Forward, leave unsaved work; once, around the screens. A filter or a
 * popup that changes only the address's parameters leaves nothing.
 */
export function useLeaveGuard(): void {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      (from.pathname !== to.pathname || (historyAction === "POP" && from.search !== to.search)) &&
      holdsUnsavedWork(),
  );

  const ask = useEffectEvent(async () => {
    if (await mayLeave()) proceed();
    else reset();
  });
  // The answer counts for the newest step: Back may have been pressed again meanwhile.
  const proceed = useEffectEvent(() => blocker.proceed?.());
  const reset = useEffectEvent(() => blocker.reset?.());

  useEffect(() => {
    if (blocker.state === "blocked") void ask();
  }, [blocker.state]);
}
