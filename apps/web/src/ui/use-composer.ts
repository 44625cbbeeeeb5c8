import { type FormEvent, type KeyboardEvent, useState } from "react";

/** A text that is being written: Enter sends it, Shift+Enter begins a new line; an empty one is not sent. */
export function useComposer(options: {
  initial?: () => string;
  onChange?: (text: string) => void;
  onSend: (text: string) => void;
}) {
  const { initial = () => "", onChange, onSend } = options;
  const [text, setText] = useState(initial);

  function change(typed: string) {
    setText(typed);
    onChange?.(typed);
  }

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (!text.trim()) return;
    onSend(text.trim());
    change("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return { text, change, send, onKeyDown };
}
