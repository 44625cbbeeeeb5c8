import { interfaceTexts } from "@korki/contracts/texts/interface";
import { PHONE_PREFIX } from "@korki/domain";
import { TextInput, type TextInputProps, VisuallyHidden } from "@mantine/core";
import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { groupedDigits, nationalDigits, storedPhone } from "./phone-digits";

/**
 * A Polish phone number: the prefix +48 stands before the field, digits are grouped as they are typed, a pasted number
 * may be written any way. The value is the stored form, `+48600100200`, or "" where nothing was typed; works with
 * `form.getInputProps`.
 */
export function PhoneInput({
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, "value" | "onChange" | "defaultValue"> & {
  value?: string;
  onChange?: (phone: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number | null>(null);
  const shown = groupedDigits(nationalDigits(value ?? ""));

  // Grouping moves characters: the caret stays after the same digit.
  useLayoutEffect(() => {
    const before = digitsBeforeCaret.current;
    digitsBeforeCaret.current = null;
    if (before === null || !input.current || document.activeElement !== input.current) return;
    const caret = before === 0 ? 0 : before + Math.floor((before - 1) / 3);
    input.current.setSelectionRange(caret, caret);
  });

  function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const typed = currentTarget.value;
    const caret = currentTarget.selectionStart ?? typed.length;
    digitsBeforeCaret.current =
      caret === typed.length ? null : typed.slice(0, caret).replaceAll(/\D/g, "").length;
    onChange?.(storedPhone(nationalDigits(typed)));
  }

  return (
    <TextInput
      ref={input}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      leftSection={
        <span className="tabular">
          <VisuallyHidden>{interfaceTexts.phonePrefix}</VisuallyHidden>
          <span aria-hidden>{PHONE_PREFIX}</span>
        </span>
      }
      leftSectionWidth={52}
      leftSectionPointerEvents="none"
      {...rest}
      value={shown}
      onChange={change}
    />
  );
}
