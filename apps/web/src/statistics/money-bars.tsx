import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { formatMoney } from "../ui/formats";

/** Bars of whole złoty; the same figures stand in a table beside it, so it is hidden from screen readers. */
export default function MoneyBars(props: {
  label: string;
  bars: { name: string; value: number }[];
  /** what the bars are, in the tooltip */
  series: string;
}) {
  return (
    <figure style={{ margin: 0 }} aria-label={props.label}>
      <div aria-hidden inert>
        <BarChart
          h={240}
          data={props.bars}
          dataKey="name"
          series={[{ name: "value", label: props.series, color: "brand.6" }]}
          valueFormatter={formatMoney}
          tickLine="none"
          gridAxis="x"
          barChartProps={{ margin: { top: 24 } }}
          maxBarWidth={56}
          withTooltip={false}
          withBarValueLabel
          valueLabelProps={{ fill: "var(--mantine-color-text)" }}
        />
      </div>
    </figure>
  );
}
