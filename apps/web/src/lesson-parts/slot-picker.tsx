import type { FreeDay } from "@korki/contracts/availability";
import { bookingTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { type BlockSpan, type CivilDate, dateParts, PARTS_OF_DAY, partOfDay, spanRange } from "@korki/domain";
import { ActionIcon, Button, Skeleton, Text } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { formatDayMonth, formatDayWithWeekday, formatMonth, formatShortWeekday } from "../ui/formats";
import { EmptyState, Loaded } from "../ui/page-states";
import styles from "./slot-picker.module.css";

/** A choice on its way: first the day, then the block. */
export type Slot = { date: CivilDate | null; block: number | null };

/** Rules of a form that picks a slot. */
export const slotFaults = {
  date: (date: Slot["date"]) => (date ? null : lessonTexts.dayRequired),
  block: (block: Slot["block"], { date }: Slot) =>
    date && block === null ? lessonTexts.blockRequired : null,
};

/**
 * Day, then hour, of what is free: days as a strip with their count of free blocks, blocks by part of the day. They
 * are radio buttons underneath, so arrows and space work as everywhere.
 */
export function SlotPicker(props: {
  query: Parameters<typeof Loaded<readonly FreeDay[]>>[0]["query"];
  value: Slot;
  errors: { date?: ReactNode; block?: ReactNode };
  /** 2: the blocks are those at which a double lesson can begin. */
  span?: BlockSpan;
  onChange: (slot: Slot) => void;
}) {
  const { query, value, errors, span = 1, onChange } = props;
  return (
    <Loaded query={query} skeleton={<Skeleton height="11rem" aria-hidden />}>
      {(days) =>
        days.length === 0 ? (
          <EmptyState picture="calendar" title={texts.noFreeDays} text={texts.noFreeDaysText} />
        ) : (
          <div className={styles.picker}>
            <TakenSlot days={days} value={value} onTaken={onChange} />
            <DayStrip
              days={days}
              chosen={value.date}
              error={errors.date}
              onChoose={(date) => onChange({ date, block: null })}
            />
            <BlockGrid
              blocks={days.find(({ date }) => date === value.date)?.blocks ?? null}
              span={span}
              chosen={value.block}
              error={errors.block}
              onChoose={(block) => onChange({ ...value, block })}
            />
          </div>
        )
      }
    </Loaded>
  );
}

/** Takes back a choice that somebody else, or this person in another tab, has booked meanwhile, and says so. */
function TakenSlot(props: { days: readonly FreeDay[]; value: Slot; onTaken: (left: Slot) => void }) {
  const { days, value, onTaken } = props;
  const [isTaken, setIsTaken] = useState(false);
  const isChosen = value.date !== null && value.block !== null;
  const day = days.find(({ date }) => date === value.date);
  const isFree = !isChosen || day?.blocks.includes(value.block ?? -1) === true;
  const takeBack = useEffectEvent(() => onTaken({ date: day ? value.date : null, block: null }));
  useEffect(() => {
    if (!isFree) {
      setIsTaken(true);
      takeBack();
    } else if (isChosen) setIsTaken(false);
  }, [isFree, isChosen]);
  return <FieldError>{isTaken ? texts.slotTaken : null}</FieldError>;
}

/** So many days fit a desk without a step. */
const FEW_DAYS = 10;
/** A step leaves the last day in sight, so that one knows where one is. */
const DAY_SEEN_AGAIN_PX = 92;

function DayStrip(props: {
  days: readonly FreeDay[];
  chosen: CivilDate | null;
  error: ReactNode;
  onChoose: (date: CivilDate) => void;
}) {
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  const turn = (pages: 1 | -1) =>
    strip.current?.scrollBy({ left: pages * (strip.current.clientWidth - DAY_SEEN_AGAIN_PX) });
  return (
    <fieldset className={styles.group} aria-describedby={props.error ? `${name}-error` : undefined}>
      <legend className={styles.legend}>{texts.day}</legend>
      {props.days.length > FEW_DAYS ? (
        <div className={styles.steps}>
          <MonthLinks days={props.days} strip={strip} />
          <div className={styles.arrows}>
            <ActionIcon variant="default" size={36} aria-label={texts.earlierDays} onClick={() => turn(-1)}>
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={texts.laterDays} onClick={() => turn(1)}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
        </div>
      ) : null}
      <div className={styles.strip} ref={strip}>
        {props.days.map(({ date, blocks }) => (
          <label className={styles.day} key={date}>
            <input
              type="radio"
              name={name}
              value={date}
              checked={props.chosen === date}
              aria-invalid={props.error ? true : undefined}
              aria-label={`${formatDayWithWeekday(date)}, ${texts.freeCount(blocks.length)}`}
              onChange={() => props.onChoose(date)}
            />
            <span className={styles.weekday}>{formatShortWeekday(date)}</span>
            <span className={styles.date}>{formatDayMonth(date)}</span>
            <span className={styles.count}>{texts.freeCount(blocks.length)}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`}>{props.error}</FieldError>
    </fieldset>
  );
}

/** Leads to the first free day of each month, where there is more than one. */
function MonthLinks({ days, strip }: { days: readonly FreeDay[]; strip: RefObject<HTMLDivElement | null> }) {
  const firsts = days.filter(({ date }, at) => date.slice(0, 7) !== days[at - 1]?.date.slice(0, 7));
  if (firsts.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside that of the days would be read as a question
    <div className={styles.months} role="group" aria-label={texts.months}>
      {firsts.map(({ date }) => (
        <Button
          key={date}
          variant="default"
          size="xs"
          onClick={() => {
            const day = strip.current?.querySelector(`[value="${date}"]`)?.closest("label");
            if (day) strip.current?.scrollTo({ left: day.offsetLeft - strip.current.offsetLeft });
          }}
        >
          {formatMonth(dateParts(date))}
        </Button>
      ))}
    </div>
  );
}

function BlockGrid(props: {
  blocks: readonly number[] | null;
  span: BlockSpan;
  chosen: number | null;
  error: ReactNode;
  onChoose: (block: number) => void;
}) {
  const name = useId();
  const { blocks } = props;
  return (
    <fieldset className={styles.group} aria-describedby={props.error ? `${name}-error` : undefined}>
      <legend className={styles.legend}>{texts.block}</legend>
      {blocks ? (
        PARTS_OF_DAY.map((part) => {
          const here = blocks.filter((block) => partOfDay(block) === part);
          if (here.length === 0) return null;
          return (
            <div className={styles.part} key={part}>
              <Text size="sm" c="dimmed" className={styles.partName}>
                {texts.partsOfDay[part]}
              </Text>
              <div className={styles.blocks}>
                {here.map((block) => (
                  <label className={styles.block} key={block}>
                    <input
                      type="radio"
                      name={name}
                      value={block}
                      checked={props.chosen === block}
                      aria-invalid={props.error ? true : undefined}
                      onChange={() => props.onChoose(block)}
                    />
                    <span className="tabular">{spanRange(block, props.span)}</span>
                  </label>
                ))}
              </div>
            </div>
          );
        })
      ) : (
        <Text size="sm" c="dimmed">
          {texts.chooseDayFirst}
        </Text>
      )}
      <FieldError id={`${name}-error`}>{props.error}</FieldError>
    </fieldset>
  );
}

function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <Text id={id} size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
      {children}
    </Text>
  );
}
