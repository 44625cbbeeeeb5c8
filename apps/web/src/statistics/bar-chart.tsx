import { BarChart as Bars } from "@mantine/charts";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/charts/styles.layer.css";
import { formatMoney, formatNumber } from "../ui/formats";
import { CHART_HEIGHT, type ChartProps } from "./chart-props";
import styles from "./figures.module.css";

/** Bars per month. A chunk of its own: nobody else carries the library that draws it. */
export default function BarChart(props: ChartProps) {
  const { label, data, series, unit = "money", onPick } = props;
  return (
    <figure className={styles.chart}>
      <figcaption>{label}</figcaption>
      {/* The same figures stand in the table below, so the picture is not read out twice. */}
      <div aria-hidden>
        <Bars
          h={CHART_HEIGHT}
          data={data.map(({ name, values }) => ({ name, ...values }))}
          dataKey="name"
          type={props.isGrouped ? "default" : "stacked"}
          series={series.map(({ key, label: name }, index) => ({
            name: key,
            label: name,
            color: `var(--bar-${index + 1})`,
          }))}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: "bottom", height: 32 }}
          gridAxis="x"
          tickLine="none"
          maxBarWidth={44}
          valueFormatter={unit === "money" ? formatMoney : formatNumber}
          yAxisProps={{ width: 72 }}
          barProps={({ name: key }) => ({
            isAnimationActive: false,
            ...(onPick ? { cursor: "pointer", onClick: (_, at) => onPick(at, key) } : {}),
          })}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
    </figure>
  );
}
