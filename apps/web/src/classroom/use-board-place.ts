import type { Room } from "@korki/classroom";
import { useCallback, useEffect, useState } from "react";

/** Whether there is room for the board, faces and words beside each other. */
export const isDesk = () => matchMedia("(min-width: 48em)").matches;

/**
 * Where the board is: on a desk it is there from the beginning, on a phone it is a tab; a shared screen is shown before it.
 */
export function useBoardPlace(client: Room, hasScreen: boolean) {
  const [isOpen, setOpen] = useState(isDesk);
  const [isOverScreen, setOverScreen] = useState(false);
  const [hasNews, setNews] = useState(false);
  const isShown = hasScreen ? isOverScreen : isOpen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen that begins is shown first
  useEffect(() => setOverScreen(false), [hasScreen]);
  useEffect(() => {
    setNews(false);
    if (isShown) return;
    const hear = () => setNews(true);
    client.connection.on("board", hear);
    return () => void client.connection.off("board", hear);
  }, [client, isShown]);
  const show = useCallback((isOn: boolean) => {
    setOpen(isOn);
    setOverScreen(isOn);
  }, []);
  const toggle = useCallback(() => (hasScreen ? setOverScreen : setOpen)((isOn) => !isOn), [hasScreen]);
  return { isShown, hasNews, show, toggle };
}
