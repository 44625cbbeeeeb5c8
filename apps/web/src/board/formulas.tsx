import { type Board, isVisible, keptOnPage, PAGE, type Point } from "@korki/board";
import { useEffect, useRef, useState } from "react";
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
            at={operation.body.at}
            tenthsMoved={tenthsMoved}
            onMeasured={(size) => onMeasured(operation.key, size)}
          />
        ) : null,
      )}
    </div>
  );
}

/** A formula, moved and scaled down as far as it needs to stay on the page (rules §31). */
function Formula(props: { latex: string; at: Point; tenthsMoved: Point; onMeasured: (size: Point) => void }) {
  const { latex, at, tenthsMoved, onMeasured } = props;
  const element = useRef<HTMLDivElement>(null);
  const [{ size, scale }, setFit] = useState({ size: [0, 0] as Point, scale: 1 });
  const measured = useRef(onMeasured);
  measured.current = onMeasured;
  useEffect(() => {
    const into = element.current;
    if (!into) return;
    // Its size changes once its fonts are loaded.
    const observer = new ResizeObserver(() => {
      const { offsetWidth: width, offsetHeight: height } = into;
      const scale = Math.min(1, PAGE.width / width, PAGE.height / height);
      const size: Point = [width * scale, height * scale];
      setFit({ size, scale });
      measured.current(size);
    });
    observer.observe(into);
    const late = setTimeout(() => {
      into.textContent = latex;
    }, LATE_MS);
    loaded ??= loadWithRetry(() => import("./render-formula"));
    void loaded.then(({ renderFormula }) => {
      clearTimeout(late);
      renderFormula(latex, into);
    });
    return () => {
      observer.disconnect();
      clearTimeout(late);
    };
  }, [latex]);
  const [x, y] = keptOnPage(at, size);
  return (
    <div
      ref={element}
      className={styles.formula}
      role="img"
      aria-label={latex}
      style={{
        left: x + tenthsMoved[0] / 10,
        top: y + tenthsMoved[1] / 10,
        fontSize: FORMULA_SIZE,
        transform: `scale(${scale})`,
      }}
    />
  );
}
