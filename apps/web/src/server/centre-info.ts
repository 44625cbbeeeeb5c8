import type { CentreInfo } from "@korki/contracts/centre";
import { useEffect, useSyncExternalStore } from "react";
import { nameSite } from "../ui/page-title";
import { onConnectionBack } from "./connection";
import { publicClient } from "./public-client";

let info: CentreInfo | null = null;
let asking = false;
const listeners = new Set<() => void>();

/** What anybody may know of the centre: its name, contact, price list, bot. Null until it is known. */
export function useCentreInfo(): CentreInfo | null {
  useEffect(() => {
    void ask();
    return onConnectionBack(ask);
  }, []);
  return useSyncExternalStore(subscribe, () => info);
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
