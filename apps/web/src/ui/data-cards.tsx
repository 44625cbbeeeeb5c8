import { interfaceTexts } from "@korki/contracts/texts/interface";
import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import type { Column } from "./column";
import styles from "./data-cards.module.css";
import { opensOnClick } from "./opens-on-click";
import { isSortable } from "./table-page";
import type { ListState } from "./use-list-state";

/** A table's rows as cards, for a phone: a heading, a corner (the status), named lines, actions below. */
export function DataCards<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  list: ListState;
  /** a tap anywhere on a card opens it */
  onOpen?: (row: Row) => void;
}) {
  const { label, rows, rowKey, columns, list } = props;
  const inPlace = (place: Column<Row>["onCard"]) =>
    columns.filter(({ onCard }) => (onCard ?? "line") === place);
  return (
    <>
      <CardOrder columns={columns} list={list} />
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li className={styles.card} key={rowKey(row)} {...opensOnClick(row, props.onOpen)}>
            <div className={styles.top}>
              <div className={styles.title}>
                {inPlace("title").map((column) => (
                  <div key={column.key}>{column.cell(row)}</div>
                ))}
              </div>
              {inPlace("corner").map((column) => (
                <div key={column.key}>{column.cell(row)}</div>
              ))}
            </div>
            <dl className={styles.lines}>
              {inPlace("line").map((column) => (
                <div className={styles.line} key={column.key}>
                  <dt>{column.header}</dt>
                  <dd className="tabular">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
            {inPlace("action").map((column) => (
              <div className={styles.action} key={column.key}>
                {column.cell(row)}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a table's headers do on a desk. */
function CardOrder<Row>({ columns, list }: { columns: readonly Column<Row>[]; list: ListState }) {
  const sortable = columns.filter(isSortable);
  if (sortable.length === 0) return null;
  const { sort } = list;
  const Icon = sort?.descending ? IconSortDescending : IconSortAscending;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NativeSelect
        label={interfaceTexts.sortBy}
        size="sm"
        flex={1}
        value={sort?.key ?? ""}
        data={[
          ...(sort ? [] : [{ value: "", label: "–" }]),
          ...sortable.map(({ key, header }) => ({ value: key, label: header })),
        ]}
        onChange={({ currentTarget }) => list.sortBy(currentTarget.value, sort?.descending ?? false)}
      />
      <ActionIcon
        variant="default"
        size={36}
        disabled={!sort}
        aria-label={`${interfaceTexts.sortBy}: ${sort?.descending ? interfaceTexts.sortAscending : interfaceTexts.sortDescending}`}
        onClick={() => sort && list.sortBy(sort.key)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
