import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { holdsUnsavedWork } from "../updates/unsaved-work";
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

  /** the row that closes: a second Escape, before the first has taken effect, steps back no further */
  const closing = useRef<string | null>(null);
  useEffect(() => {
    if (rowId === null) closing.current = null;
  }, [rowId]);

  const open = useCallback(
    (id: string) => change({ [parameter]: id }, "push", { opened: parameter } satisfies OpenedState),
    [change, parameter],
  );
  const close = useCallback(() => {
    // A question whether to leave may be answered after what it asked about has closed by itself.
    const isOpen = new URLSearchParams(window.location.search).get(parameter) === rowId;
    if (!isOpen || rowId === null || closing.current === rowId) return;
    closing.current = rowId;
    // Stepping back would ask about a form beside the list, which stays.
    if (wasOpenedHere && !holdsUnsavedWork()) navigate(-1);
    else change({ [parameter]: null });
  }, [change, navigate, parameter, rowId, wasOpenedHere]);
  return { rowId, open, close };
}
