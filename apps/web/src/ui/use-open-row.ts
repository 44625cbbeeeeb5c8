import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { idOrNull } from "./id-or-null";
import { useAddressChange } from "./use-address-change";

/** Which row of a list the address bar opens, so that Back closes the sheet and a shared link opens it. */
export function useOpenRow(parameter: string): {
  rowId: string | null;
  open: (id: string) => void;
  close: () => void;
} {
  const [params] = useSearchParams();
  const change = useAddressChange();
  const show = useCallback((id: string | null) => change({ [parameter]: id }, "push"), [change, parameter]);
  const close = useCallback(() => show(null), [show]);
  return { rowId: idOrNull(params.get(parameter) ?? ""), open: show, close };
}
