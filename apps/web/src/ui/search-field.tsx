import { listTexts } from "@korki/contracts/texts/lists";
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Short, so that the answer to a keystroke is there within 200 ms. */
const PAUSE_MS = 40;

/** A search box: what is typed counts once the person pauses; a change of the address bar shows in it. */
export function SearchField(props: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const { value } = props;
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);

  const report = useEffectEvent((text: string) => {
    reported.current = text;
    props.onSearch(text);
  });

  useEffect(() => {
    const text = typed.trim();
    if (text === reported.current) return;
    const timer = setTimeout(() => report(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);

  return (
    <TextInput
      type="search"
      size="sm"
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      autoComplete="off"
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton size="sm" aria-label={listTexts.clearSearch} onClick={() => setTyped("")} />
        ) : null
      }
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
