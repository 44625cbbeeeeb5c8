import { BOARD_LIMITS, GROUNDS, placeText } from "@korki/board";
import type { BoardView } from "@korki/contracts/board";
import { groundNames, boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import { longDate } from "@korki/contracts/texts/dates";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconPlus,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { saveFile } from "../ui/save-file";
import type { BoardServer } from "./board-calls";
import { textSize } from "./board-painter";
import styles from "./board-screen.module.css";
import { Formulas } from "./formulas";
import type { Tool, WordsPlace } from "./hand";
import { IconButton, Menu, MenuItem, ToolBar } from "./tool-bar";
import { type LiveParts, useBoard } from "./use-board";
import { WordsForm } from "./words-form";

/** The board of a lesson: pages, tools and what one draws (rules §31); read-only for who cannot write. */
export function BoardScreen(props: {
  lessonId: string;
  view: BoardView;
  server: BoardServer;
  live?: LiveParts;
  extra?: ReactNode;
}) {
  const { lessonId, view, server, live, extra } = props;
  const [tool, setTool] = useState<Tool>("pen");
  const board = useBoard({ lessonId, view, server, tool, ...(live && { live }) });
  const { page, pages, client, stage, say } = board;
  const [words, setWords] = useState<WordsPlace | null>(null);
  const { isWritable, isLocked } = board;
  const canDraw = isWritable && (view.isTeacher || !isLocked);
  useEffect(() => board.onWords(setWords), [board.onWords]);

  const takePicture = board.addPicture;
  const addPicture = useCallback(
    (file: Blob | null | undefined) => {
      if (file && canDraw) void takePicture(file);
    },
    [canDraw, takePicture],
  );

  return (
    <section
      className={styles.board}
      aria-label={texts.board}
      onPaste={(event) =>
        addPicture([...event.clipboardData.files].find(({ type }) => type.startsWith("image/")))
      }
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        addPicture(event.dataTransfer.files[0]);
      }}
      onKeyDown={(event) => {
        if (!canDraw || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLTextAreaElement)
          return;
        const key = event.key.toLowerCase();
        if (key !== "z" && key !== "y") return;
        event.preventDefault();
        if (key === "y" || event.shiftKey) board.redo();
        else board.undo();
      }}
    >
      <header className={styles.bar}>
        {canDraw ? (
          <ToolBar
            tool={tool}
            look={board.look}
            isTeacher={view.isTeacher && live !== undefined}
            onTool={setTool}
            onLook={board.setLook}
            onPicture={addPicture}
          />
        ) : (
          <p className={styles.note}>{isWritable ? texts.locked : texts.onlyRead}</p>
        )}
        <div className={styles.group}>
          {canDraw ? (
            <>
              <IconButton label={texts.undo} isDisabled={!board.canUndo} onClick={board.undo}>
                <IconArrowBackUp aria-hidden />
              </IconButton>
              <IconButton label={texts.redo} isDisabled={!board.canRedo} onClick={board.redo}>
                <IconArrowForwardUp aria-hidden />
              </IconButton>
              {board.chosen > 0 ? (
                <IconButton label={texts.deleteChosen} onClick={() => stage.current?.deleteChosen()}>
                  <IconTrash aria-hidden />
                </IconButton>
              ) : null}
            </>
          ) : null}
          <Menu label={texts.more} icon={<IconDots aria-hidden />}>
            {canDraw
              ? GROUNDS.map((ground) => (
                  <MenuItem
                    key={ground}
                    label={`${texts.ground}: ${groundNames[ground].toLowerCase()}`}
                    onClick={() => board.draw({ kind: "page", body: { no: page, ground } })}
                  />
                ))
              : null}
            {isWritable && view.isTeacher ? (
              <>
                <MenuItem
                  label={texts.clearPage}
                  onClick={() => board.draw({ kind: "clear", body: { no: page } })}
                />
                <MenuItem
                  label={isLocked ? texts.unlock : texts.lock}
                  onClick={() => board.draw({ kind: "lock", body: { on: !isLocked } })}
                />
              </>
            ) : null}
            {canDraw && view.earlier ? (
              <MenuItem
                label={texts.takeLast(longDate(view.earlier.date))}
                onClick={() => void board.takeLast()}
              />
            ) : null}
            <MenuItem
              label={texts.pdf}
              onClick={() =>
                void server
                  .pdf()
                  .then((file) => saveFile(file, "application/pdf"))
                  .catch(say)
              }
            />
          </Menu>
          {extra}
        </div>
      </header>
      <div className={styles.stage}>
        <div
          ref={board.host}
          className={styles.page}
          role="application"
          aria-label={texts.canvas}
          aria-describedby={`board-help-${lessonId}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: one draws with the keyboard, too
          tabIndex={0}
          data-tool={canDraw ? tool : "read"}
        >
          <canvas ref={board.base} className={styles.canvas} />
          <canvas ref={board.top} className={styles.canvas} />
          <Formulas board={client.copy.view} page={page} onMeasured={board.formulaMeasured} />
        </div>
        <p id={`board-help-${lessonId}`} className={styles.hidden}>
          {texts.canvasHelp}
        </p>
        {words ? (
          <WordsForm
            kind={words.kind}
            onCancel={() => setWords(null)}
            note={canDraw ? null : texts.locked}
            onInsert={(text) => {
              const { kind, page, at } = words;
              const { colour } = board.look;
              const isDrawn =
                kind === "formula"
                  ? board.draw({ kind, page, body: { at, latex: text } })
                  : board.draw({ kind, page, body: { ...placeText(text, at, textSize), colour } });
              // The form keeps what cannot be drawn now.
              if (!isDrawn) return;
              setWords(null);
              board.host.current?.focus();
            }}
          />
        ) : null}
        {client.isOpen ? null : <p className={styles.loading}>{texts.loading}</p>}
        <p className={styles.status} role="status" data-unsaved={board.isUnsaved || undefined}>
          {board.message ?? (board.isUnsaved ? texts.unsaved : "")}
        </p>
      </div>
      <footer className={styles.bar}>
        <div className={styles.group}>
          <IconButton label={texts.previousPage} isDisabled={page === 1} onClick={() => board.goTo(page - 1)}>
            <IconChevronLeft aria-hidden />
          </IconButton>
          <span className={styles.pageNo}>{texts.pageOf(page, pages)}</span>
          <IconButton label={texts.nextPage} isDisabled={page >= pages} onClick={() => board.goTo(page + 1)}>
            <IconChevronRight aria-hidden />
          </IconButton>
          {canDraw && pages < BOARD_LIMITS.pages ? (
            <IconButton label={texts.addPage} onClick={board.addPage}>
              <IconPlus aria-hidden />
            </IconButton>
          ) : null}
        </div>
        <div className={styles.group}>
          <IconButton label={texts.zoomOut} onClick={() => stage.current?.zoom(1 / 1.4)}>
            <IconZoomOut aria-hidden />
          </IconButton>
          <IconButton label={texts.zoomIn} onClick={() => stage.current?.zoom(1.4)}>
            <IconZoomIn aria-hidden />
          </IconButton>
        </div>
      </footer>
    </section>
  );
}
