import type { DayBlock } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { BLOCKS, type BlockSpan, isBlock, spanRange } from "@korki/domain";
import { Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { formatTime } from "../../ui/formats";
import styles from "./block-picker.module.css";

/**
 * The fourteen hour blocks, each with its state on the chosen day: free, outside the availability (an
 * administrator is not bound to it), or taken by the teacher or the student. A taken one is not offered, but stays
 * visible where it is the choice already.
 *
 * @param span 2: for a double lesson, whose `blocks` are those at which it begins
 * @param hours how a block's hours are written; whole lessons unless said otherwise
 */
export function BlockPicker(props: {
  label?: string;
  /** null while the teacher or the day is not chosen */
  blocks: readonly DayBlock[] | null;
  value: number | null;
  onChange: (block: number) => void;
  error?: ReactNode;
  span?: BlockSpan;
  hours?: (block: number) => string;
  /** a taken block may be chosen: the lesson there does not collide */
  anyBlock?: boolean;
}) {
  const name = useId();
  const { blocks, value, error, span = 1 } = props;
  const { hours = (block: number) => spanRange(block, span) } = props;
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={styles.legend}>{props.label ?? texts.block}</legend>
      <div className={styles.blocks}>
        {BLOCKS.filter(({ index }) => isBlock(index + span - 1)).map(({ index }) => {
          const state = blocks?.find(({ block }) => block === index);
          const taken = isTaken(state);
          const note = noteOf(state);
          return (
            <label
              className={styles.block}
              key={index}
              data-taken={taken || undefined}
              data-outside={(state && (!state.isAvailable || state.closed !== null)) || undefined}
            >
              <input
                type="radio"
                name={name}
                value={index}
                checked={value === index}
                disabled={taken && value !== index && !props.anyBlock}
                aria-invalid={error ? true : undefined}
                onChange={() => props.onChange(index)}
              />
              <span className="tabular">{hours(index)}</span>
              {note ? <span className={styles.note}>{note}</span> : null}
            </label>
          );
        })}
      </div>
      {error ? (
        <Text id={`${name}-error`} size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {error}
        </Text>
      ) : null}
    </fieldset>
  );
}

/** Whether the teacher or the student has something at this block. */
function isTaken(block: DayBlock | undefined): boolean {
  return block !== undefined && (block.teacherBusy || block.studentBusy);
}

const CLOSED = { centre: texts.closedCentre, teacher: texts.closedTeacher, busy: texts.closedBusy };

function noteOf(block: DayBlock | undefined): string | null {
  if (!block) return null;
  if (block.teacherBusy) return texts.teacherBusy;
  if (block.studentBusy) return texts.studentBusy;
  if (block.held) return texts.heldFor(block.held.name, formatTime(block.held.until));
  if (block.closed) return CLOSED[block.closed.scope];
  return block.isAvailable ? null : texts.outside;
}
