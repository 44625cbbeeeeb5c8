import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { useAddressChange } from "../ui/use-address-change";

const PARAMETER = "widok";
const CALENDAR = "kalendarz";

/** Whether the address bar asks for the calendar instead of the lists. */
export function useShowsCalendar(): boolean {
  return useSearchParams()[0].get(PARAMETER) === CALENDAR;
}

/** Lists or calendar, of the same lessons. */
export function ViewSwitch() {
  const change = useAddressChange();
  const calendar = useShowsCalendar();
  return (
    <SegmentedControl
      aria-label={texts.view}
      value={calendar ? CALENDAR : ""}
      data={[
        { value: "", label: texts.asList },
        { value: CALENDAR, label: texts.asCalendar },
      ]}
      onChange={(view) => change({ [PARAMETER]: view })}
    />
  );
}
