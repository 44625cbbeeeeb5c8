import type { CentreInfo } from "@korki/contracts/centre";
import { startTransition, useEffect, useState } from "react";
import { nameSite } from "../ui/page-title";
import { onConnectionBack } from "./connection";
import { publicClient } from "./public-client";

let info: CentreInfo | null = null;
let asking = false;
const listeners = new Set<() => void>();

/** What anybody may know of the centre: its name, contact, price list, bot. Null until it is known. */
export function useCentreInfo(): CentreInfo | null {
  const [known, setKnown] = useState(info);
  useEffect(() => {
    // Nobody waits for it: drawn in slices, so that a slow phone stays responsive.
    const tell = () => startTransition(() => setKnown(info));
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
    nameSite(info.name);
    for (const listener of listeners) listener();
  } catch {
    // Nothing on a screen waits for it; asked again with the next screen or when the connection is back.
  } finally {
    asking = false;
  }
}
