import { addDays, type CivilDate, isCivilDate, today, WEEKDAYS, weekdayOf } from "@korki/domain";
import { useSearchParams } from "react-router-dom";
import { useAddressChange } from "../../../ui/use-address-change";
import { useIsPhone } from "../../../ui/use-is-phone";
import { useNow } from "../../../ui/use-now";

export type CalendarRange = "day" | "week";

/** Which days the address bar shows; a phone has room for one. */
export function useCalendarView() {
  const isPhone = useIsPhone();
  const now = today(useNow());
  const [params] = useSearchParams();
  const change = useAddressChange();
  const asked = params.get("dzien");
  const day = isCivilDate(asked) ? asked : now;
  const range: CalendarRange = isPhone || params.get("zakres") === "dzien" ? "day" : "week";
  const monday = addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)));
  const days = range === "day" ? [day] : WEEKDAYS.map((_, index) => addDays(monday, index));

  const written = (date: CivilDate) => (date === now ? null : date);

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
