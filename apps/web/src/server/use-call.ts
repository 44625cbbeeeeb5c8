import { useCallback, useRef, useState } from "react";

/**
 * A write outside the dashboard, where the query library is not loaded: `pending` and `error` for the form, and a
 * `send` that does nothing while an earlier one is on its way.
 */
export function useCall<Input, Output>(
  call: (input: Input) => Promise<Output>,
  onSuccess: (output: Output, input: Input) => void,
): { send: (input: Input) => void; pending: boolean; error: unknown; clearError: () => void } {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const busy = useRef(false);

  async function send(input: Input): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setError(null);
    try {
      onSuccess(await call(input), input);
    } catch (failure) {
      setError(failure);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  const clearError = useCallback(() => setError(null), []);
  return { send: (input) => void send(input), pending, error, clearError };
}
