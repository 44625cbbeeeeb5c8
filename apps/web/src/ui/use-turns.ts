import { startTransition, useEffect, useState } from "react";

/**
 * Counts from 1 to `count`, and what is drawn at one number is painted before the next is begun: so what stands on top
 * of a page is there early on a slow phone, and no step is long. What comes later has to stand below or beside.
 */
export function useTurns(count: number): number {
  const [turn, setTurn] = useState(1);
  useEffect(() => {
    if (turn < count) startTransition(() => setTurn(turn + 1));
  }, [turn, count]);
  return turn;
}
