import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { lazy, Suspense } from "react";

/** In pixels; the skeleton keeps the same room. */
export const CHART_HEIGHT = 240;

export type ChartProps = {
  label: string;
  /** one entry per bar, in order */
  data: readonly { readonly name: string; readonly values: Readonly<Record<string, number>> }[];
  /** the parts of a bar, the lowest first */
  series: readonly { readonly key: string; readonly label: string }[];
  /** what the values are: whole złoty unless said otherwise */
  unit?: "money" | "count";
};

const BarChart = lazy(() => import("./bar-chart"));

/** A bar chart, drawn once its code has arrived. */
export function Chart(props: ChartProps) {
  return (
    <Suspense
      fallback={<Skeleton height={CHART_HEIGHT + 28} aria-busy="true" aria-label={texts.chartLoading} />}
    >
      <BarChart {...props} />
    </Suspense>
  );
}
