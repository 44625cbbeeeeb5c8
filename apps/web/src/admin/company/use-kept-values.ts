import type { UseFormReturnType } from "@mantine/form";
import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Fills a form that has just begun with what was typed in an earlier one. It counts as typed and not saved, unlike what a
 * form begins with: an update waits for it.
 */
export function useKeptValues<Values extends object>(
  form: UseFormReturnType<Values>,
  kept: Values | undefined,
): void {
  const fill = useEffectEvent(() => {
    if (kept) form.setValues(kept);
  });
  useLayoutEffect(() => fill(), []);
}
