/** An error that a person has to fix. The message says what is wrong and what to do; it is shown without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}
