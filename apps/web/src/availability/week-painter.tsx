import { availabilityEditorTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { shortWeekdayTexts, weekdayTexts } from "@korki/contracts/texts/statuses";
import {
  type AvailabilitySection,
  availableBlocks,
  BLOCKS,
  blockHours,
  sectionsOf,
  WEEKDAYS,
  type Weekday,
} from "@korki/domain";
import { Button, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import styles from "./week-painter.module.css";

type Week = Readonly<Record<Weekday, ReadonlySet<number>>>;
const WORKDAYS = WEEKDAYS.slice(0, 5);

/** A stroke on its way: what it paints, and the week as it looks meanwhile. */
type Stroke = { readonly isOn: boolean; readonly week: Week };

/**
 * The week of availability as a grid that is painted by mouse, finger or keyboard; a day is copied to others. One
 * stroke is one change.
 */
export function WeekPainter(props: {
  sections: readonly AvailabilitySection[];
  canUndo: boolean;
  onChange: (sections: AvailabilitySection[]) => void;
  onUndo: () => void;
}) {
  const { sections, canUndo, onChange, onUndo } = props;
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const [current, setCurrent] = useState({ day: 0, block: 8 });
  const grid = useRef<HTMLTableElement>(null);
  const week = stroke?.week ?? weekOf(sections);

  function begin(day: Weekday, block: number) {
    const isOn = !week[day].has(block);
    setStroke({ isOn, week: painted(week, day, block, isOn) });
  }

  function moveOver({ clientX, clientY }: PointerEvent) {
    if (!stroke) return;
    const slot = slotAt(clientX, clientY);
    if (!slot || stroke.week[slot.day].has(slot.block) === stroke.isOn) return;
    setStroke({ ...stroke, week: painted(stroke.week, slot.day, slot.block, stroke.isOn) });
  }

  function end() {
    if (!stroke) return;
    setStroke(null);
    onChange(sectionsIn(stroke.week));
  }

  function set(days: readonly Weekday[], blocks: ReadonlySet<number>) {
    onChange(sectionsIn({ ...week, ...Object.fromEntries(days.map((day) => [day, blocks])) }));
  }

  const toggle = (day: Weekday, block: number) =>
    onChange(sectionsIn(painted(week, day, block, !week[day].has(block))));

  function press(event: KeyboardEvent, day: Weekday, block: number) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      event.preventDefault();
      return onUndo();
    }
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      return toggle(day, block);
    }
    const [right, down] = ARROWS[event.key] ?? [0, 0];
    if (right === 0 && down === 0) return;
    event.preventDefault();
    const next = {
      day: within(current.day + right, WEEKDAYS.length),
      block: within(block + down, BLOCKS.length),
    };
    setCurrent(next);
    grid.current
      ?.querySelector<HTMLElement>(`[data-day="${WEEKDAYS[next.day]}"][data-block="${next.block}"]`)
      ?.focus();
  }

  return (
    <section className={styles.painter} aria-label={texts.week}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" flex={1} miw="14rem">
          {texts.weekText}
        </Text>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!canUndo}
          onClick={onUndo}
        >
          {texts.undo}
        </Button>
      </Group>
      <table ref={grid} className={styles.grid}>
        <thead>
          <tr>
            <td />
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                <DayMenu
                  day={day}
                  onCopy={(to) => set(to, week[day])}
                  onClear={() => set([day], new Set())}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerMove={moveOver} onPointerUp={end} onPointerCancel={end} onPointerLeave={end}>
          {BLOCKS.map(({ index, start }) => (
            <tr key={index}>
              <th scope="row">{start}</th>
              {WEEKDAYS.map((day, at) => (
                <td key={day}>
                  <button
                    type="button"
                    className={styles.slot}
                    data-day={day}
                    data-block={index}
                    aria-pressed={week[day].has(index)}
                    aria-label={texts.slot(weekdayTexts[day], blockHours(index))}
                    tabIndex={current.day === at && current.block === index ? 0 : -1}
                    onFocus={() => setCurrent({ day: at, block: index })}
                    onPointerDown={(event) => {
                      // A finger would keep the first slot to itself.
                      event.currentTarget.releasePointerCapture?.(event.pointerId);
                      if (event.button === 0) begin(day, index);
                    }}
                    // A screen reader clicks without a pointer.
                    onClick={({ detail }) => (detail === 0 ? toggle(day, index) : undefined)}
                    onKeyDown={(event) => press(event, day, index)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A day's head: copies its hours to other days, or clears them. */
function DayMenu(props: { day: Weekday; onCopy: (to: readonly Weekday[]) => void; onClear: () => void }) {
  const { day, onCopy, onClear } = props;
  const next = WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length] ?? day;
  const others = (days: readonly Weekday[]) => days.filter((each) => each !== day);
  return (
    <Menu position="bottom" withinPortal>
      <Menu.Target>
        <UnstyledButton className={styles.day} aria-label={texts.copyDay(shortWeekdayTexts[day])}>
          {shortWeekdayTexts[day]}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onCopy([next])}>{texts.copyToNext}</Menu.Item>
        <Menu.Item onClick={() => onCopy(others(WORKDAYS))}>{texts.copyToWorkdays}</Menu.Item>
        <Menu.Item onClick={() => onCopy(others(WEEKDAYS))}>{texts.copyToAll}</Menu.Item>
        <Menu.Item onClick={onClear}>{texts.clearDay}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far each arrow goes: days to the right, blocks down. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function within(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}

function weekOf(sections: readonly AvailabilitySection[]): Week {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, new Set(availableBlocks(sections, day))])) as Record<
    Weekday,
    Set<number>
  >;
}

function sectionsIn(week: Week): AvailabilitySection[] {
  return WEEKDAYS.flatMap((day) => sectionsOf(day, [...week[day]]));
}

function painted(week: Week, day: Weekday, block: number, isOn: boolean): Week {
  const blocks = new Set(week[day]);
  if (isOn) blocks.add(block);
  else blocks.delete(block);
  return { ...week, [day]: blocks };
}

function slotAt(x: number, y: number): { day: Weekday; block: number } | null {
  const slot = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-block]");
  const day = WEEKDAYS.find((each) => each === slot?.dataset.day);
  return slot && day ? { day, block: Number(slot.dataset.block) } : null;
}
