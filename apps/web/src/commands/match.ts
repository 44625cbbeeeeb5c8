import { isPhoneLike, phoneDigits } from "@korki/domain";
import { fold, holdsWords } from "../ui/holds-words";

/** How well a text answers what was typed; null: not at all. Smaller is better. */
export function matchScore(text: string, typed: string): number | null {
  const folded = fold(text);
  let score = 0;
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const found = wordScore(folded, word);
    if (found === null) return null;
    score += found;
  }
  return score;
}

/** A name counts more than what else the thing is called. */
const OTHER_WORD = 10;

/**
 * How well something answers what was typed: by its name, or by other words for it, of which each typed word is in one;
 * null: not at all.
 */
export function answerScore({ label, words }: { label: string; words?: string | undefined }, typed: string) {
  const byName = matchScore(label, typed);
  const byWords = words === undefined ? null : matchScore(words, typed);
  if (byWords === null || byWords >= SCATTERED) return byName;
  return Math.min(byName ?? Number.POSITIVE_INFINITY, byWords + OTHER_WORD);
}

const INSIDE_A_WORD = 5;
const SCATTERED = 20;

/** A word's beginning is best, then its inside, then its letters in order with gaps ("dlek" for "dodaj lekcję"). */
function wordScore(text: string, word: string): number | null {
  const at = text.indexOf(word);
  if (at === 0 || text[at - 1] === " ") return at === 0 ? 0 : 1;
  if (at > 0) return INSIDE_A_WORD;
  if (word.length < 3) return null;
  let from = 0;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from);
    if (next < 0) return null;
    gaps += next - from;
    from = next + 1;
  }
  return SCATTERED + gaps;
}

/** How well phones and e-mail of a person answer what was typed: as well as the inside of a name, or not at all. */
export function contactScore(contact: string | undefined, typed: string): number | null {
  if (contact === undefined) return null;
  const sought = isPhoneLike(typed) ? phoneDigits(typed) : typed;
  return holdsWords(contact, sought) ? INSIDE_A_WORD : null;
}
