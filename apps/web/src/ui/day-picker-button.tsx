import { listTexts } from "@korki/contracts/texts/lists";
import { type CivilDate, isCivilDate } from "@korki/domain";
import { ActionIcon } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useRef } from "react";

/** Opens the browser's own calendar beside fields that spell a date out, and fills them. */
export function DayPickerButton(props: {
  value: CivilDate | null;
  min?: CivilDate;
  max?: CivilDate;
  onPick: (date: CivilDate) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span style={{ position: "relative", display: "inline-flex" }}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={listTexts.pickDay}
        onClick={() => field.current?.showPicker()}
      >
        <IconCalendar size={18} aria-hidden />
      </ActionIcon>
      <input
        ref={field}
        type="date"
        className="read-out"
        tabIndex={-1}
        aria-hidden
        value={props.value ?? ""}
        min={props.min}
        max={props.max}
        onChange={({ currentTarget }) => {
          if (isCivilDate(currentTarget.value)) props.onPick(currentTarget.value);
        }}
      />
    </span>
  );
}
