import { listTexts } from "@korki/contracts/texts/lists";
import { type CivilDate, isCivilDate } from "@korki/domain";
import { ActionIcon, Button, Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconAdjustmentsHorizontal, IconFilterOff } from "@tabler/icons-react";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { CardOrder } from "./card-order";
import type { Column } from "./column";
import styles from "./filters.module.css";
import { SearchField } from "./search-field";
import { Sheet } from "./sheet";
import { isSortable } from "./table-page";
import { useIsPhone } from "./use-is-phone";
import type { ListState } from "./use-list-state";

/** A filter of a list as a value: which parameters of the address hold it, what they mean, and its field. */
export type Filter<Value> = {
  readonly parameters: readonly string[];
  /** the chosen value; undefined where none is chosen, or the address holds nonsense */
  readonly read: (list: ListState) => Value | undefined;
  readonly field: (list: ListState) => ReactNode;
  /** stays beside the list on a phone too, where the others stand behind a button */
  readonly isAtHand?: true;
};

export type Filters = Readonly<Record<string, Filter<unknown>>>;
export type FilterValues<Of extends Filters> = {
  readonly [Name in keyof Of]?: Of[Name] extends Filter<infer Value> ? Value : never;
};

/** What a list's filters say: `values` go straight into the query's input. */
export type FilterState<Of extends Filters> = {
  readonly list: ListState;
  readonly filters: Of;
  /** holds only what is chosen */
  readonly values: FilterValues<Of>;
  readonly isActive: boolean;
  readonly clear: () => void;
};

/** Reads a list's filters from the address bar. `filters` must keep its identity between renders. */
export function useFilters<Of extends Filters>(list: ListState, filters: Of): FilterState<Of> {
  return useMemo(() => {
    const values: { -readonly [Name in keyof Of]?: FilterValues<Of>[Name] } = {};
    for (const [name, filter] of entriesOf(filters)) {
      const value = filter.read(list);
      if (value !== undefined) Object.assign(values, { [name]: value });
    }
    const parameters = Object.values(filters).flatMap((filter) => filter.parameters);
    return {
      list,
      filters,
      values,
      isActive: Object.keys(values).length > 0,
      clear: () => list.setFilters(Object.fromEntries(parameters.map((parameter) => [parameter, null]))),
    };
  }, [list, filters]);
}

/**
 * The fields of a list's filters, and „Wyczyść filtry” while one is set; `action` comes last. On a phone the
 * fields, all but a search, and the order stand behind one button.
 */
export function FilterBar<Of extends Filters>(props: {
  label: string;
  state: FilterState<Of>;
  /** what a phone orders the list by */
  order?: FilterOrder;
  action?: ReactNode;
  /** on a desk in one row, the fields' labels for screen readers alone */
  isDense?: boolean;
}) {
  const { label, state, order, action, isDense } = props;
  const isPhone = useIsPhone();
  const fields = entriesOf(state.filters);
  const atHand = isPhone ? fields.filter(([, { isAtHand }]) => isAtHand) : fields;
  return (
    <search className={styles.filters} data-dense={isDense || undefined} aria-label={label}>
      {atHand.map(([name, filter]) => (
        <Fragment key={name}>{filter.field(state.list)}</Fragment>
      ))}
      {isPhone ? (
        <PhoneFilters state={state} order={order} fields={fields.filter(([, each]) => !each.isAtHand)} />
      ) : (
        <ClearFilters state={state} isIcon={isDense ?? false} />
      )}
      {action ? <div className={styles.action}>{action}</div> : null}
    </search>
  );
}

/** Columns of a list, and where its order is kept. */
type FilterOrder = { readonly columns: readonly Column<never>[]; readonly list: ListState };

function PhoneFilters<Of extends Filters>(props: {
  state: FilterState<Of>;
  order: FilterOrder | undefined;
  fields: readonly [string, Filter<unknown>][];
}) {
  const { state, order, fields } = props;
  const [opened, setOpened] = useState(false);
  const set = fields.filter(([name]) => name in state.values).length;
  const hasOrder = order?.columns.some(isSortable) ?? false;
  if (fields.length === 0 && !hasOrder) return null;
  const name = fields.length === 0 ? listTexts.order : listTexts.filtersAndOrder;
  return (
    <>
      <Button
        className={styles.clear}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {set > 0 ? `${name} (${set})` : name}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={name}>
        <Stack gap="md">
          {fields.map(([key, filter]) => (
            <Fragment key={key}>{filter.field(state.list)}</Fragment>
          ))}
          {order && hasOrder ? <CardOrder {...order} /> : null}
          <ClearFilters state={state} />
          <Button onClick={() => setOpened(false)}>{listTexts.showList}</Button>
        </Stack>
      </Sheet>
    </>
  );
}

function ClearFilters<Of extends Filters>(props: { state: FilterState<Of>; isIcon?: boolean }) {
  const { state, isIcon } = props;
  if (!state.isActive) return null;
  return isIcon ? (
    <ActionIcon
      size="lg"
      variant="subtle"
      aria-label={listTexts.clearFilters}
      title={listTexts.clearFilters}
      onClick={state.clear}
    >
      <IconFilterOff size={18} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      className={styles.clear}
      variant="subtle"
      size="sm"
      leftSection={<IconFilterOff size={16} aria-hidden />}
      onClick={state.clear}
    >
      {listTexts.clearFilters}
    </Button>
  );
}

/** Searches for a text. */
export function searchFilter(label: string, placeholder?: string): Filter<string> {
  const parameter = "szukaj";
  return {
    parameters: [parameter],
    isAtHand: true,
    read: (list) => list.filter(parameter) || undefined,
    field: (list) => (
      <SearchField
        label={label}
        {...(placeholder ? { placeholder } : {})}
        value={list.filter(parameter)}
        onSearch={(text) => list.setFilters({ [parameter]: text })}
      />
    ),
  };
}

/** Chooses one value of a vocabulary. */
export function choiceFilter<Value extends string>(
  parameter: string,
  choice: {
    label: string;
    /** the choice of none, in words */
    any: string;
    values: readonly Value[];
    names: Readonly<Record<Value, string>>;
  },
): Filter<Value> {
  const read = (list: ListState) => choice.values.find((value) => value === list.filter(parameter));
  const data = [
    { value: "", label: choice.any },
    ...choice.values.map((value) => ({ value, label: choice.names[value] })),
  ];
  return {
    parameters: [parameter],
    read,
    field: (list) => (
      <NativeSelect
        size="sm"
        label={choice.label}
        data={data}
        value={read(list) ?? ""}
        onChange={({ currentTarget }) => list.setFilters({ [parameter]: currentTarget.value })}
      />
    ),
  };
}

/** Chooses a civil date. */
export function dayFilter(parameter: string, label: string): Filter<CivilDate> {
  return {
    parameters: [parameter],
    read(list) {
      const date = list.filter(parameter);
      return isCivilDate(date) ? date : undefined;
    },
    field: (list) => (
      <TextInput
        type="date"
        size="sm"
        label={label}
        value={list.filter(parameter)}
        onChange={({ currentTarget }) => list.setFilters({ [parameter]: currentTarget.value })}
      />
    ),
  };
}

/** Switches something on, e.g. „Pokaż zablokowanych”. */
export function flagFilter(parameter: string, label: string): Filter<true> {
  const read = (list: ListState) => list.filter(parameter) === "tak" || undefined;
  return {
    parameters: [parameter],
    read,
    field: (list) => (
      <Checkbox
        className={styles.flag}
        label={label}
        checked={read(list) ?? false}
        onChange={({ currentTarget }) =>
          list.setFilters({ [parameter]: currentTarget.checked ? "tak" : null })
        }
      />
    ),
  };
}

function entriesOf<Of extends Filters>(filters: Of): [string, Filter<unknown>][] {
  return Object.entries(filters);
}
