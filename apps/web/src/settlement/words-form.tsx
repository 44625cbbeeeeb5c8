import { Button, Group } from "@mantine/core";
import { useId, useState } from "react";
import { GrowingTextarea } from "../ui/growing-textarea";
import { useUnsavedWork } from "../updates/unsaved-work";

/** Longest objection and answer, in characters. */
const WORDS_MAX = 500;

/** A sentence to write, and what to do with it; nothing is sent while it is empty. Leaving it unsent asks first. */
export function WordsForm(props: {
  label: string;
  pending: boolean;
  /** `send` gets what empties the field once the words are sent */
  choices: readonly {
    label: string;
    send: (words: string, how: { onSuccess: () => void }) => void;
    variant?: "default" | "filled";
  }[];
}) {
  const [words, setWords] = useState("");
  const isEmpty = words.trim() === "";
  const id = useId();
  useUnsavedWork(!isEmpty);
  return (
    <form onSubmit={(event) => event.preventDefault()} aria-labelledby={id}>
      <GrowingTextarea
        label={<span id={id}>{props.label}</span>}
        minRows={2}
        maxLength={WORDS_MAX}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        {props.choices.map(({ label, send, variant = "filled" }) => (
          <Button
            key={label}
            size="xs"
            variant={variant}
            loading={props.pending}
            disabled={isEmpty}
            onClick={() =>
              send(words, { onSuccess: () => setWords((typed) => (typed === words ? "" : typed)) })
            }
          >
            {label}
          </Button>
        ))}
      </Group>
    </form>
  );
}
