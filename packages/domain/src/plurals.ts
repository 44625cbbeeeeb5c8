/**
 * The Polish form for a count: 1 lekcja, 2–4 (22–24 …) lekcje, everything else lekcji. The count itself is not in
 * the answer.
 */
export function plural(n: number, one: string, few: string, many: string): string {
  const count = Math.abs(n);
  if (count === 1) return one;
  const tens = count % 100;
  const units = count % 10;
  return units >= 2 && units <= 4 && (tens < 12 || tens > 14) && Number.isInteger(count) ? few : many;
}
