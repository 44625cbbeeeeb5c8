import { TOAST_MS } from "@korki/domain";
import { fetchAside } from "../updates/missing-screens";

/**
 * Says in passing that something succeeded; where the screen already shows the result, say nothing. The toasts' code
 * arrives with the first of them.
 */
export function toastSuccess(text: string): void {
  void show(text, "success");
}

/** Says in passing that something failed, where no form or screen shows the error itself. */
export function toastError(text: string): void {
  void show(text, "error");
}

/** Fetches the toasts' code, for a screen that will need it soon. */
export function prepareToasts(): void {
  void fetchToasts();
}

async function show(text: string, kind: "success" | "error"): Promise<void> {
  (await fetchToasts())?.showToast(text, kind, TOAST_MS);
}

/** Null where they do not arrive: what was done is done, whether a toast says so or not. */
async function fetchToasts() {
  return fetchAside(() => import("./toast-area")).catch(() => null);
}
