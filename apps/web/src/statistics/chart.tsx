import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { lazy, Suspense } from "react";
import { CHART_HEIGHT, type ChartProps } from "./chart-props";

const BarChart = lazy(() => import("./bar-chart"));

/** A bar chart, drawn once its code has arrived. */
export function Chart(props: ChartProps) {
  return (
    <Suspense
      fallback={
        <Skeleton height={CHART_HEIGHT + 28} role="img" aria-busy="true" aria-label={texts.chartLoading} />
      }
    >
      <BarChart {...props} />
    </Suspense>
  );
}
