/** Height in pixels; the skeleton keeps the same room. */
export const CHART_HEIGHT = 240;

export type ChartProps = {
  label: string;
  /** one entry per bar, in order */
  data: readonly { readonly name: string; readonly values: Readonly<Record<string, number>> }[];
  /** the parts of a bar, the lowest first */
  series: readonly {
    readonly key: string;
    readonly label: string;
    /** the chart colour, 1–6; defaults to the position in the list */
    readonly colour?: number;
  }[];
  /** what the values are: whole złoty unless said otherwise */
  unit?: "money" | "count";
  /** the parts are drawn beside each other instead of stacked */
  isGrouped?: boolean;
  /** a click on a part of a bar: its place in `data`, and the part's key */
  onPick?: (at: number, key: string) => void;
};
