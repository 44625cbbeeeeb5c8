import { addMonths, monthOf, today, type YearMonth } from "@korki/domain";
import { useSearchParams } from "react-router-dom";
import { now as productNow } from "../clock";
import { useAddressChange } from "../ui/use-address-change";

/**
 * The month that the address bar names (`?rok=2026&miesiac=11`); where it names none of these years the current
 * one, or `monthsBack` earlier. The year or the month alone can be changed, too.
 *
 * @param prefix keeps two months of one screen apart: their parameters begin with it (`rozliczenie.rok`)
 */
export function useChosenMonth(
  years: readonly number[],
  monthsBack = 0,
  prefix = "",
): [YearMonth, (change: Readonly<Partial<YearMonth>>) => void] {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const chosen = namedMonth(params, years, monthsBack, prefix);
  return [
    chosen,
    (change) => {
      const next = {
        ...namedMonth(new URLSearchParams(window.location.search), years, monthsBack, prefix),
        ...change,
      };
      changeAddress({ [`${prefix}rok`]: String(next.year), [`${prefix}miesiac`]: String(next.month) });
    },
  ];
}

function namedMonth(
  params: URLSearchParams,
  years: readonly number[],
  monthsBack: number,
  prefix: string,
): YearMonth {
  const year = Number(params.get(`${prefix}rok`));
  const month = Number(params.get(`${prefix}miesiac`));
  if (years.includes(year) && Number.isInteger(month) && month >= 1 && month <= 12) return { year, month };
  const now = addMonths(monthOf(today(productNow())), -monthsBack);
  return { month: now.month, year: Math.min(now.year, years.at(-1) ?? now.year) };
}
