import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** Which lesson the address bar opens, so that Back closes the sheet and a shared link opens it. */
const PARAMETER = "lekcja";

export function useOpenLesson(): {
  lessonId: string | null;
  open: (lessonId: string) => void;
  close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (lessonId: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (lessonId) after.set(PARAMETER, lessonId);
          else after.delete(PARAMETER);
          return after;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  const close = useCallback(() => show(null), [show]);
  return { lessonId: params.get(PARAMETER), open: show, close };
}
