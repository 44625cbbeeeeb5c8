import { useRef } from "react";
import { trpc } from "../trpc";

/**
 * Keeps the open screens true: what another person books, confirms, cancels, moves or asks for is read again at once.
 * The subscription resumes after the last event it saw; when it had to begin anew, everything is read again.
 */
export function useLiveLessons({ enabled }: { enabled: boolean }): void {
  const utils = trpc.useUtils();
  const hasStarted = useRef(false);

  function readAgain() {
    void utils.lessons.invalidate();
    void utils.availability.invalidate();
    void utils.adminLessons.invalidate();
    void utils.trialLessons.invalidate();
  }

  trpc.live.lessons.useSubscription(undefined, {
    enabled,
    onStarted() {
      if (hasStarted.current) readAgain();
      hasStarted.current = true;
    },
    onData({ data }) {
      if (data.kind !== "ready") readAgain();
    },
  });
}
