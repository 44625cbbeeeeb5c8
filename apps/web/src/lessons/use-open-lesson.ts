import { useOpenRow } from "../ui/use-open-row";

/** Which lesson the address bar opens, so that Back closes the sheet and a shared link opens it. */
export function useOpenLesson(): {
  lessonId: string | null;
  open: (lessonId: string) => void;
  close: () => void;
} {
  const { rowId, open, close } = useOpenRow("lekcja");
  return { lessonId: rowId, open, close };
}
