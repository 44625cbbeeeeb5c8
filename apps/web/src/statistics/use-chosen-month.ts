import { monthOf, today, type YearMonth } from "@korki/domain";
import { useSearchParams } from "react-router-dom";

/** The month that the address bar names (`?rok=2026&miesiac=11`); the current one where it names none of these years. */
export function useChosenMonth(years: readonly number[]): [YearMonth, (month: YearMonth) => void] {
  const [params, setParams] = useSearchParams();
  const now = monthOf(today(new Date()));
  const year = Number(params.get("rok"));
  const month = Number(params.get("miesiac"));
  const isNamed = years.includes(year) && Number.isInteger(month) && month >= 1 && month <= 12;
  const current = { month: now.month, year: Math.min(now.year, years.at(-1) ?? now.year) };
  return [
    isNamed ? { year, month } : current,
    (next) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.set("rok", String(next.year));
          after.set("miesiac", String(next.month));
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}
