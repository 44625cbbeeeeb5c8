import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { idOrNull } from "./id-or-null";
import { useAddressChange } from "./use-address-change";

/** In the history entry that a click on a row made: which parameter opened it. */
type OpenedState = { readonly opened?: string } | null;

/**
 * Which row of a list the address bar opens. Back closes the sheet, and a shared link opens it. Closing it steps back
 * to the list that it was opened from, so that the next Back does not open it again.
 */
export function useOpenRow(parameter: string): {
  rowId: string | null;
  open: (id: string) => void;
  close: () => void;
} {
  const [params] = useSearchParams();
  const change = useAddressChange();
  const navigate = useNavigate();
  const rowId = idOrNull(params.get(parameter) ?? "");
  const state = useLocation().state as OpenedState;
  const wasOpenedHere = state?.opened === parameter;

  /** a second Escape, before the first has taken effect, steps back no further */
  const isClosing = useRef(false);
  useEffect(() => {
    if (rowId === null) isClosing.current = false;
  }, [rowId]);

  const open = useCallback(
    (id: string) => change({ [parameter]: id }, "push", { opened: parameter } satisfies OpenedState),
    [change, parameter],
  );
  const close = useCallback(() => {
    if (isClosing.current) return;
    isClosing.current = true;
    if (wasOpenedHere) navigate(-1);
    else change({ [parameter]: null });
  }, [change, navigate, parameter, wasOpenedHere]);
  return { rowId, open, close };
}
