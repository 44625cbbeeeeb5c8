/** Whole złoty as people write them: `1 234 zł`, with spaces that do not break. */
export function zloty(amount: number): string {
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  return `${amount < 0 ? "−" : ""}${digits}\u00a0zł`;
}
