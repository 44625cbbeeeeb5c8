/** Whether a text contains every word of a search. Marks are ignored: „zolk” finds „Żółk”. */
export function holdsWords(text: string, sought: string): boolean {
  const folded = fold(text);
  return fold(sought)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Returns a text without case and diacritics; „ł” has none that Unicode would take apart. */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ł", "l").trim();
}
