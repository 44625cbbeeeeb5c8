import type { CalendarFilters } from "@korki/contracts/admin-lessons";
import { addDays, type CivilDate, isCivilDate, today, WEEKDAYS, weekStart } from "@korki/domain";
import { useSearchParams } from "react-router-dom";
import { isWeekend, useOpeningDay, writtenDay } from "../../../calendar/opening-day";
import { trpc } from "../../../trpc";
import { useAddressChange } from "../../../ui/use-address-change";
import { useIsPhone } from "../../../ui/use-is-phone";
import { useNow } from "../../../ui/use-now";
import { occupies } from "./calendar-slots";

export type CalendarRange = "day" | "week";
export type CalendarView = ReturnType<typeof useCalendarView>;

/** Which days of a teacher or of all the address bar shows; a phone has room for one. */
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
  const range: CalendarRange = isPhone || params.get("zakres") === "dzien" ? "day" : "week";
  const monday = weekStart(day);
  const days = range === "day" ? [day] : WEEKDAYS.map((_, index) => addDays(monday, index));

  const written = (date: CivilDate) => writtenDay(date, now);

  return {
    now,
    day,
    range,
    days,
    isPhone,
    go: (to: CivilDate) => change({ dzien: written(to) }),
    step: (turns: number) => change({ dzien: written(addDays(day, turns * (range === "day" ? 1 : 7))) }),
    show: (next: CalendarRange, at: CivilDate = day) =>
      change({ zakres: next === "day" ? "dzien" : null, dzien: written(at) }),
  };
}
