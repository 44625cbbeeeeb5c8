import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { idOrNull } from "./id-or-null";

/** Which row of a list the address bar opens, so that Back closes the sheet and a shared link opens it. */
export function useOpenRow(parameter: string): {
  rowId: string | null;
  open: (id: string) => void;
  close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (id: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (id) after.set(parameter, id);
          else after.delete(parameter);
          return after;
        },
        { preventScrollReset: true },
      ),
    [setParams, parameter],
  );
  const close = useCallback(() => show(null), [show]);
  return { rowId: idOrNull(params.get(parameter) ?? ""), open: show, close };
}
