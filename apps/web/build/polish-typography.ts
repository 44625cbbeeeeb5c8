import type { Plugin } from "vite";

/** The texts of screens; those that the server answers as well stay one and the same wherever they are read. */
const SCREEN_TEXTS =
  /\/packages\/contracts\/src\/texts\/(?!(?:account|availability|common|fields|lessons)\.ts)[\w-]+\.ts$/;

/** In Polish no line ends with a word of one letter: in texts its space does not break. */
export function polishTypography(): Plugin {
  return {
    name: "korki:polish-typography",
    enforce: "pre",
    transform: {
      filter: { id: SCREEN_TEXTS },
      handler: (code) => ({ code: withoutOrphans(code), map: null }),
    },
  };
}

/** Ties words of one letter to the next word; also in several at once („i w domu”). */
export function withoutOrphans(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}_$.])([aiouwz]) (?=[\p{L}\p{N}„"@$(])/giu, "$1\u00a0");
}
