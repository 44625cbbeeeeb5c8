import type { CalendarFilters } from "@korki/contracts/admin-lessons";
import { addDays, type CivilDate, isCivilDate, today, WEEKDAYS, weekStart } from "@korki/domain";
import { useSearchParams } from "react-router-dom";
import { mondaysOf } from "../../../calendar/month-grid";
import {
  type CalendarRange,
  isWeekend,
  stepFrom,
  useOpeningDay,
  writtenDay,
} from "../../../calendar/opening-day";
import { trpc } from "../../../trpc";
import { useAddressChange } from "../../../ui/use-address-change";
import { useIsPhone } from "../../../ui/use-is-phone";
import { useNow } from "../../../ui/use-now";
import { occupies } from "./calendar-slots";

/** How the address bar says it; a week on a desk and a day on a phone need no word. */
const WRITTEN = { day: "dzien", week: null, month: "miesiac" } as const;
export type CalendarView = ReturnType<typeof useCalendarView>;

/** Which days of a teacher or of all the address bar shows; a phone has no room for a week. */
export function useCalendarView(filters: CalendarFilters) {
  const isPhone = useIsPhone();
  const instant = useNow();
  const now = today(instant);
  const [params] = useSearchParams();
  const change = useAddressChange();
  const asked = params.get("dzien");
  const thisMonday = weekStart(now);
  const thisWeek = trpc.adminLessons.calendar.useQuery(
    { from: thisMonday, to: addDays(thisMonday, WEEKDAYS.length - 1), ...filters, perSlot: 1 },
    { enabled: !asked && isWeekend(now) },
  );
  const opening = useOpeningDay(thisWeek.data?.filter(occupies), instant);
  const day = isCivilDate(asked) ? asked : opening;
  const written = params.get("zakres");
  const short = isPhone || written === WRITTEN.day ? "day" : "week";
  const range: CalendarRange = written === WRITTEN.month ? "month" : short;
  const mondays = range === "month" ? mondaysOf(day) : [weekStart(day)];
  const days =
    range === "day" ? [day] : mondays.flatMap((monday) => WEEKDAYS.map((_, index) => addDays(monday, index)));

  return {
    now,
    day,
    range,
    days,
    isPhone,
    go: (to: CivilDate) => change({ dzien: writtenDay(to, now) }),
    step: (turns: 1 | -1) => change({ dzien: writtenDay(stepFrom(day, range, turns, now), now) }),
    show: (next: CalendarRange, at: CivilDate = day) =>
      change({ zakres: WRITTEN[next], dzien: writtenDay(at, now) }),
  };
}
