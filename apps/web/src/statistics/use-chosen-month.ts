import { monthOf, today, type YearMonth } from "@korki/domain";
import { useSearchParams } from "react-router-dom";
import { now as productNow } from "../clock";
import { useAddressChange } from "../ui/use-address-change";

/**
 * The month that the address bar names (`?rok=2026&miesiac=11`); the current one where it names none of these years.
 * The year or the month alone can be changed, too.
 */
export function useChosenMonth(
  years: readonly number[],
): [YearMonth, (change: Readonly<Partial<YearMonth>>) => void] {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const chosen = namedMonth(params, years);
  return [
    chosen,
    (change) => {
      const next = { ...namedMonth(new URLSearchParams(window.location.search), years), ...change };
      changeAddress({ rok: String(next.year), miesiac: String(next.month) });
    },
  ];
}

function namedMonth(params: URLSearchParams, years: readonly number[]): YearMonth {
  const year = Number(params.get("rok"));
  const month = Number(params.get("miesiac"));
  if (years.includes(year) && Number.isInteger(month) && month >= 1 && month <= 12) return { year, month };
  const now = monthOf(today(productNow()));
  return { month: now.month, year: Math.min(now.year, years.at(-1) ?? now.year) };
}
