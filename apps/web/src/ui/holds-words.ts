/** Whether a text holds every word that is sought; who types „zolk” on a phone means „Żółk”. */
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
