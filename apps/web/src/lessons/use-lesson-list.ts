import type { Lesson, MyLessonsInput } from "@korki/contracts/lessons";
import { useMemo } from "react";
import { useStudentFilter } from "../parents/family";
import { trpc } from "../trpc";
import { useIsPhone } from "../ui/use-is-phone";

/** Lessons that are read at once; a list shows about ten before it is scrolled. */
const PAGE = 25;
/** What stands below the finished lessons is not far away on a phone. */
const FINISHED_ON_PHONE = 10;

/** Own lessons of one group, page after page. `data` holds what has been read so far. */
export function useLessonList(input: Pick<MyLessonsInput, "group" | "order" | "day" | "month" | "year">) {
  const isPhone = useIsPhone();
  const child = useStudentFilter();
  const query = trpc.lessons.mine.useInfiniteQuery(
    { ...input, ...child, limit: isPhone && input.group === "finished" ? FINISHED_ON_PHONE : PAGE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (before) => before },
  );
  const { data: pages } = query;
  const lessons = useMemo<readonly Lesson[] | undefined>(
    () => pages?.pages.flatMap((page) => page.lessons),
    [pages],
  );
  return { ...query, data: lessons };
}
