import { unsavedTexts } from "@korki/contracts/texts/interface";
import { useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { discardWork, holdsUnsavedWork, onWorkSaved } from "../updates/unsaved-work";
import { confirm } from "./confirm";

/**
 * Asks before unsaved work is left; true at once where there is none.
 *
 * @param popup only this popup closes; the work outside it stays
 */
export async function mayLeave(popup?: string): Promise<boolean> {
  if (!holdsUnsavedWork(popup)) return true;
  const leaves = await confirm({
    title: unsavedTexts.title,
    text: unsavedTexts.text,
    confirmLabel: unsavedTexts.leave,
    cancelLabel: unsavedTexts.stay,
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

  const asking = useRef(false);
  const ask = useEffectEvent(async () => {
    asking.current = true;
    const leaves = await mayLeave();
    asking.current = false;
    if (leaves) proceed();
    else reset();
  });
  // The answer counts for the newest step: Back may have been pressed again meanwhile.
  const proceed = useEffectEvent(() => blocker.proceed?.());
  const reset = useEffectEvent(() => blocker.reset?.());

  // Follows the blocker itself, not its state: a step right after "stay" may turn blocked into blocked within one render.
  useEffect(() => {
    if (blocker.state === "blocked" && !asking.current) void ask();
  }, [blocker]);
}
