import "katex/dist/katex.min.css";
import katex from "katex";

/** Writes a formula into an element; what is no LaTeX stays readable, in red. */
export function renderFormula(latex: string, into: HTMLElement): void {
  katex.render(latex, into, {
    throwOnError: false,
    output: "html",
    displayMode: true,
    trust: false,
    strict: false,
    maxSize: 20,
    maxExpand: 200,
  });
}
