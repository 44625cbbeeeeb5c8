/** Something that a person has to mend: the message says what is wrong and what to do, and is shown without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}
