import { COLOUR_VALUES, COLOURS, WIDTHS } from "@korki/board";
import { colourNames, boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import {
  IconArrowUpRight,
  IconCircle,
  IconEraser,
  IconEye,
  IconHighlight,
  IconLetterT,
  IconLine,
  IconMathFunction,
  IconPencil,
  IconPhoto,
  IconPointer,
  IconSquare,
} from "@tabler/icons-react";
import { memo, type ReactNode, useEffect, useId, useRef, useState } from "react";
import styles from "./board-screen.module.css";
import type { Look, Tool } from "./hand";

const TOOLS: readonly [Tool, typeof IconPencil, string][] = [
  ["pen", IconPencil, texts.pen],
  ["marker", IconHighlight, texts.marker],
  ["eraser", IconEraser, texts.eraser],
  ["choose", IconPointer, texts.choose],
  ["line", IconLine, texts.line],
  ["arrow", IconArrowUpRight, texts.arrow],
  ["rectangle", IconSquare, texts.rectangle],
  ["ellipse", IconCircle, texts.ellipse],
  ["text", IconLetterT, texts.text],
  ["formula", IconMathFunction, texts.formula],
];

/** What one draws with. A stroke or an undo does not render it again. */
export const ToolBar = memo(function ToolBar(props: {
  tool: Tool;
  look: Look;
  /** May say "look here". */
  isTeacher: boolean;
  onTool: (tool: Tool) => void;
  onLook: (look: Look) => void;
  onPicture: (file: File | undefined) => void;
}) {
  const { tool, look, isTeacher, onTool, onLook, onPicture } = props;
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.tools} role="toolbar" aria-label={texts.tools}>
      {TOOLS.map(([each, Icon, label]) => (
        <IconButton key={each} label={label} isOn={tool === each} onClick={() => onTool(each)}>
          <Icon aria-hidden />
        </IconButton>
      ))}
      <IconButton label={texts.picture} onClick={() => file.current?.click()}>
        <IconPhoto aria-hidden />
      </IconButton>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          onPicture(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {isTeacher ? (
        <IconButton label={texts.lookHere} isOn={tool === "look"} onClick={() => onTool("look")}>
          <IconEye aria-hidden />
        </IconButton>
      ) : null}
      <Menu
        label={texts.look}
        icon={<span className={styles.swatch} style={{ background: COLOUR_VALUES[look.colour] }} />}
      >
        <fieldset className={styles.swatches} aria-label={texts.colour}>
          {COLOURS.map((colour) => (
            <IconButton
              key={colour}
              label={colourNames[colour]}
              isOn={look.colour === colour}
              onClick={() => onLook({ ...look, colour })}
            >
              <span className={styles.swatch} style={{ background: COLOUR_VALUES[colour] }} />
            </IconButton>
          ))}
        </fieldset>
        <fieldset className={styles.swatches} aria-label={texts.width}>
          {WIDTHS.map((width, at) => (
            <IconButton
              key={width}
              label={`${texts.width} ${at + 1}`}
              isOn={look.width === width}
              onClick={() => onLook({ ...look, width })}
            >
              <span className={styles.width} style={{ height: width }} />
            </IconButton>
          ))}
        </fieldset>
      </Menu>
    </div>
  );
});

export function IconButton(props: {
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { label, isOn, isDisabled = false, onClick, children } = props;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** A button that opens what belongs together; it closes outside of it and by Escape. */
export function Menu({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setIsOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
  return (
    <div ref={box} className={styles.menuBox}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((before) => !before)}
      >
        {icon}
      </button>
      {isOpen ? (
        <div id={id} className={styles.menu}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

export function MenuItem({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.item} onClick={onClick}>
      {label}
    </button>
  );
}
