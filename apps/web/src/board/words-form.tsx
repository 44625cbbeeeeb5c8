import { BOARD_LIMITS } from "@korki/board";
import { boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import { useState } from "react";
import styles from "./board-screen.module.css";

/** Asks for a text or a formula. */
export function WordsForm(props: {
  kind: "text" | "formula";
  /** Why nothing can be inserted now. */
  note: string | null;
  onInsert: (text: string) => void;
  onCancel: () => void;
}) {
  const { kind, note, onInsert, onCancel } = props;
  const [words, setWords] = useState("");
  const label = kind === "text" ? texts.writeText : texts.writeFormula;
  const insert = () => (words.trim() === "" ? onCancel() : onInsert(words.trim()));
  return (
    <form
      className={styles.words}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        insert();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
        if (event.key === "Enter" && !event.shiftKey) {
          event.preventDefault();
          insert();
        }
      }}
    >
      <label>
        {label}
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it opens where one has just clicked to write
          autoFocus
          rows={kind === "text" ? 3 : 2}
          value={words}
          maxLength={kind === "text" ? BOARD_LIMITS.textLength : BOARD_LIMITS.formulaLength}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      {kind === "formula" ? <p>{texts.formulaHint}</p> : null}
      {note ? <p role="alert">{note}</p> : null}
      <div className={styles.group}>
        <button type="submit" className={styles.primary}>
          {texts.insert}
        </button>
        <button type="button" className={styles.plain} onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
