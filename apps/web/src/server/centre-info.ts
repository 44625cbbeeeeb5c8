import type { CentreInfo } from "@korki/contracts/centre";
import { useEffect, useState } from "react";
import { onConnectionBack } from "./connection";
import { publicClient } from "./public-client";

let info: CentreInfo | null = null;
let asking = false;
const listeners = new Set<() => void>();

/** What anybody may know of the centre: its name, contact, price list, bot. Null until it is known. */
export function useCentreInfo(): CentreInfo | null {
  const [known, setKnown] = useState(info);
  useEffect(() => {
    const tell = () => setKnown(info);
    listeners.add(tell);
    tell();
    void ask();
    const stop = onConnectionBack(ask);
    return () => {
      listeners.delete(tell);
      stop();
    };
  }, []);
  return known;
}

async function ask(): Promise<void> {
  if (info || asking) return;
  asking = true;
  try {
    info = await publicClient.centre.info.query();
    for (const listener of listeners) listener();
  } catch {
    // Nothing on a screen waits for it; asked again with the next screen or when the connection is back.
  } finally {
    asking = false;
  }
}
