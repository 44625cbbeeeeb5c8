import type { ReactNode } from "react";

/** What stands below something that is still being read: it appears with that, so that it does not move under a finger. */
export function Below({ stands, children }: { stands: boolean; children: ReactNode }) {
  return <div style={{ display: stands ? "contents" : "none" }}>{children}</div>;
}
