import { CardOrder } from "./card-order";
import type { Column } from "./column";
import styles from "./data-cards.module.css";
import { opensOnClick } from "./opens-on-click";
import { SelectBox } from "./select-box";
import type { ListState } from "./use-list-state";
import type { RowSelection } from "./use-selection";

/** So many cards are seen at once: they need no choice of order. */
const FEW = 8;

/** A table's rows as cards, for a phone: a heading, a corner (the status), named lines, actions below. */
export function DataCards<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** null: the order is chosen elsewhere */
  list: ListState | null;
  /** a tap anywhere on a card opens it */
  onOpen?: (row: Row) => void;
  /** rows can be chosen */
  selection?: RowSelection<Row> | undefined;
}) {
  const { label, rows, rowKey, columns, list, selection } = props;
  const inPlace = (place: Column<Row>["onCard"]) =>
    columns.filter(({ onCard }) => (onCard ?? "line") === place);
  return (
    <>
      {list && rows.length > FEW ? <CardOrder columns={columns} list={list} /> : null}
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row, at) => (
          <li
            className={styles.card}
            key={rowKey(row)}
            data-chosen={selection?.has(rowKey(row)) || undefined}
            {...opensOnClick(row, props.onOpen)}
          >
            <div className={styles.top}>
              {selection?.isOn ? (
                <div className={styles.select}>
                  <SelectBox
                    selection={selection}
                    rowKey={rowKey(row)}
                    name={selection.nameOf(row)}
                    isFirst={at === 0}
                  />
                </div>
              ) : null}
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
