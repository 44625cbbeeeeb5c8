/** The parts of a terminal that a hidden question needs; `process.stdin` and `process.stderr` in real life. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  output: { write(text: string): unknown };
};

/** Ctrl-C at a hidden question. */
export class Interrupted extends Error {}

const ENTER = /[\r\n]/;
const BACKSPACE = /[\b\x7f]/;
const CTRL_C = "\x03";
const CTRL_D = "\x04";

/**
 * Asks for a line without showing what is typed. Where the input is no terminal, its first line is the answer.
 * Rejects with `Interrupted` on Ctrl-C.
 */
export function askHidden({ input, output }: Terminal, question: string): Promise<string> {
  const isTerminal = input.isTTY === true && input.setRawMode !== undefined;
  if (isTerminal) {
    output.write(question);
    input.setRawMode?.(true);
  }
  input.setEncoding("utf8");
  return new Promise((resolve, reject) => {
    let typed = "";
    const finish = (settle: () => void) => {
      input.off("data", read).off("end", ended).pause();
      if (isTerminal) {
        input.setRawMode?.(false);
        output.write("\n");
      }
      settle();
    };
    const ended = () => finish(() => resolve(typed));
    const read = (chunk: string | Buffer) => {
      for (const character of String(chunk)) {
        if (ENTER.test(character) || (isTerminal && character === CTRL_D)) return ended();
        if (isTerminal && character === CTRL_C) return finish(() => reject(new Interrupted()));
        typed =
          isTerminal && BACKSPACE.test(character) ? [...typed].slice(0, -1).join("") : typed + character;
      }
    };
    input.on("data", read).on("end", ended).resume();
  });
}
