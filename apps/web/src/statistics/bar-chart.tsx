import { BarChart as Bars } from "@mantine/charts";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/charts/styles.layer.css";
import { type CSSProperties, type RefObject, useEffect, useRef } from "react";
import { formatMoney, formatNumber } from "../ui/formats";
import { CHART_HEIGHT, type ChartProps } from "./chart-props";
import styles from "./figures.module.css";

/** Bars per month. A separate chunk: only this screen loads the chart library. */
export default function BarChart(props: ChartProps) {
  const { label, data, series, unit = "money", onPick } = props;
  const parts = series.map(({ key, label: name, colour }, index) => ({
    key,
    label: name,
    color: `var(--bar-${colour ?? index + 1})`,
  }));
  const drawing = useRef<HTMLDivElement>(null);
  useValidMarkup(drawing);
  return (
    <figure className={styles.chart}>
      <figcaption>{label}</figcaption>
      {/* The table below has the same figures, so the picture is not read out. */}
      <div ref={drawing} aria-hidden>
        <Bars
          h={CHART_HEIGHT}
          data={data.map(({ name, values }) => ({ name, ...values }))}
          dataKey="name"
          type={props.isGrouped ? "default" : "stacked"}
          series={parts.map(({ key, label: name, color }) => ({ name: key, label: name, color }))}
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
        {parts.length > 1 ? (
          <ul className={styles.legend}>
            {parts.map(({ key, label: name, color }) => (
              <li key={key} style={{ "--swatch": color } as CSSProperties}>
                {name}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </figure>
  );
}

/** Properties of the library's own that it writes out as attributes; HTML and SVG know none of them there. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  "path[radius]": ["name", "x", "y", "width", "height", "radius"],
  "text[orientation]": ["width", "height", "orientation"],
  "line[width]": ["x", "y", "width", "height", "angle", "orientation"],
  "div.recharts-wrapper[width]": ["width", "height"],
};

/** Takes foreign attributes out of a drawing, whenever it is drawn. */
function useValidMarkup(drawing: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = drawing;
    if (!current) return;
    const tidy = () => {
      for (const [selector, names] of Object.entries(FOREIGN)) {
        for (const element of current.querySelectorAll(selector)) {
          for (const name of names) element.removeAttribute(name);
        }
      }
    };
    const observer = new MutationObserver(tidy);
    observer.observe(current, {
      childList: true,
      subtree: true,
      attributeFilter: Object.values(FOREIGN).flat(),
    });
    tidy();
    return () => observer.disconnect();
  }, [drawing]);
}
