import { useChildren } from "../family/family";
import { useProfile } from "../session/session-store";
import { ENTRIES, type Entry, LESSON_ENTRIES, PARENT_ENTRIES } from "./entries";

/** The menu of the person who is signed in. Until a parent's children are known, there are some: nothing moves then. */
export function useMenuEntries(): readonly Entry[] {
  const { role } = useProfile();
  const isAlone = useChildren()?.length === 0;
  return role === "Parent" && !isAlone ? PARENT_ENTRIES : ENTRIES[role];
}

/** What stands below the menu for the lessons; empty where there are none. */
export function useLessonEntries(): readonly Entry[] {
  const { role } = useProfile();
  const hasChildren = (useChildren() ?? []).length > 0;
  return role === "Parent" && !hasChildren ? [] : LESSON_ENTRIES[role];
}
