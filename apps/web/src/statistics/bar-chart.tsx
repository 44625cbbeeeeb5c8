import { BarChart as Bars } from "@mantine/charts";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/charts/styles.layer.css";
import { formatMoney, formatNumber } from "../ui/formats";
import { CHART_HEIGHT, type ChartProps } from "./chart-props";
import styles from "./figures.module.css";

/** Bars per month. A chunk of its own: nobody else carries the library that draws it. */
export default function BarChart({ label, data, series, unit = "money" }: ChartProps) {
  return (
    <figure className={styles.chart}>
      <figcaption>{label}</figcaption>
      {/* The same figures stand in the table below, so the picture is not read out twice. */}
      <div aria-hidden>
        <Bars
          h={CHART_HEIGHT}
          data={data.map(({ name, values }) => ({ name, ...values }))}
          dataKey="name"
          type="stacked"
          series={series.map(({ key, label: name }, index) => ({
            name: key,
            label: name,
            color: index === 0 ? "var(--bar-main)" : "var(--bar-second)",
          }))}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: "bottom", height: 32 }}
          gridAxis="x"
          tickLine="none"
          maxBarWidth={44}
          valueFormatter={unit === "money" ? formatMoney : formatNumber}
          yAxisProps={{ width: 72 }}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
    </figure>
  );
}
