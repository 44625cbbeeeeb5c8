import { type ReactNode, useState } from "react";

/**
 * What stands below something that is still being read: it appears once that stands, so that it does not move under a
 * finger, and then stays.
 */
export function Below({ stands, children }: { stands: boolean; children: ReactNode }) {
  const [hasStood, setHasStood] = useState(stands);
  if (stands && !hasStood) setHasStood(true);
  return <div style={{ display: hasStood ? "contents" : "none" }}>{children}</div>;
}
