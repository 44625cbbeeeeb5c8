import { Button, Group, Textarea } from "@mantine/core";
import { useId, useState } from "react";

/** Longest objection and answer, in characters. */
const WORDS_MAX = 500;

/** A sentence to write, and what to do with it; nothing is sent while it is empty. */
export function WordsForm(props: {
  label: string;
  pending: boolean;
  choices: readonly { label: string; send: (words: string) => void; variant?: "default" | "filled" }[];
}) {
  const [words, setWords] = useState("");
  const id = useId();
  return (
    <form onSubmit={(event) => event.preventDefault()} aria-labelledby={id}>
      <Textarea
        label={<span id={id}>{props.label}</span>}
        autosize
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
            disabled={words.trim() === ""}
            onClick={() => send(words)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </form>
  );
}
