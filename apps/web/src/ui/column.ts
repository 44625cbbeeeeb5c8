import type { ReactNode } from "react";
import type { SortValue } from "./table-page";

/** One column of a table, and one line of the card that a row becomes on a phone. */
export type Column<Row> = {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** gives the value to order by; a column without it cannot be sorted */
  readonly sortValue?: (row: Row) => SortValue;
  /** the server orders the rows by this column's key; for tables with `paging` */
  readonly sortable?: true;
  /** numbers and money stand right */
  readonly align?: "right";
  /** the place on a phone's card: its heading, a line with the header's name (the default), the corner, or nowhere */
  readonly onCard?: "title" | "line" | "corner" | "action" | "hidden";
  /** of a dense table's column, in rem; the others share what is left */
  readonly width?: number;
  /** shown only once it is chosen, where columns can be chosen */
  readonly isExtra?: true;
  /** only where a table has more than the usual room */
  readonly onlyWide?: boolean;
  /** the header is for screen readers alone (a column of buttons) */
  readonly headerHidden?: boolean;
};
