import { type Board, isVisible, type Point } from "@korki/board";
import { useEffect, useRef } from "react";
import { loadWithRetry } from "../updates/load-with-retry";
import styles from "./board-screen.module.css";

/** Letters of a formula, in page units. */
const FORMULA_SIZE = 36;

/** A formula is shown as its LaTeX when what writes it takes longer, in milliseconds. */
const LATE_MS = 1_000;

let loaded: Promise<typeof import("./render-formula")> | undefined;

/** The formulas of a page, above what is painted; what writes them is loaded with the first one. */
export function Formulas(props: {
  board: Board;
  page: number;
  onMeasured: (key: string, size: Point) => void;
}) {
  const { board, page, onMeasured } = props;
  const shown = [...board.objects.values()].filter(
    (object) => object.operation.kind === "formula" && object.operation.page === page && isVisible(object),
  );
  if (shown.length === 0) return null;
  return (
    <div className={styles.formulas}>
      {shown.map(({ operation, tenthsMoved }) =>
        operation.kind === "formula" ? (
          <Formula
            key={operation.key}
            latex={operation.body.latex}
            left={operation.body.at[0] + tenthsMoved[0] / 10}
            top={operation.body.at[1] + tenthsMoved[1] / 10}
            onMeasured={(size) => onMeasured(operation.key, size)}
          />
        ) : null,
      )}
    </div>
  );
}

function Formula(props: { latex: string; left: number; top: number; onMeasured: (size: Point) => void }) {
  const { latex, left, top, onMeasured } = props;
  const element = useRef<HTMLDivElement>(null);
  const measured = useRef(onMeasured);
  measured.current = onMeasured;
  useEffect(() => {
    const into = element.current;
    if (!into) return;
    const late = setTimeout(() => {
      into.textContent = latex;
    }, LATE_MS);
    loaded ??= loadWithRetry(() => import("./render-formula"));
    void loaded.then(({ renderFormula }) => {
      clearTimeout(late);
      renderFormula(latex, into);
      measured.current([into.offsetWidth, into.offsetHeight]);
    });
    return () => clearTimeout(late);
  }, [latex]);
  return (
    <div
      ref={element}
      className={styles.formula}
      role="img"
      aria-label={latex}
      style={{ left, top, fontSize: FORMULA_SIZE }}
    />
  );
}
