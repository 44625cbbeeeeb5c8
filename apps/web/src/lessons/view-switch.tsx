import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router-dom";

const PARAMETER = "widok";
const CALENDAR = "kalendarz";

/** Whether the address bar asks for the calendar instead of the lists. */
export function useShowsCalendar(): boolean {
  return useSearchParams()[0].get(PARAMETER) === CALENDAR;
}

/** Lists or calendar, of the same lessons. */
export function ViewSwitch() {
  const [, setParams] = useSearchParams();
  const calendar = useShowsCalendar();
  return (
    <SegmentedControl
      aria-label={texts.view}
      value={calendar ? CALENDAR : ""}
      data={[
        { value: "", label: texts.asList },
        { value: CALENDAR, label: texts.asCalendar },
      ]}
      onChange={(view) =>
        setParams(
          (before) => {
            const after = new URLSearchParams(before);
            if (view) after.set(PARAMETER, view);
            else after.delete(PARAMETER);
            return after;
          },
          { replace: true },
        )
      }
    />
  );
}
