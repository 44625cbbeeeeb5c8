import { Textarea, type TextareaProps } from "@mantine/core";
import type { CSSProperties } from "react";
import styles from "./growing-textarea.module.css";

/** Mantine measures the field at each key, by a layout of the page. Browsers that size it by its text do not need that. */
const IS_SIZED_BY_TEXT = CSS.supports("field-sizing", "content");

/** A field of `minRows` lines that grows with its text, without `maxRows` to any height. */
export function GrowingTextarea(
  props: Omit<TextareaProps, "autosize" | "classNames" | "styles"> & { minRows: number },
) {
  if (!IS_SIZED_BY_TEXT) return <Textarea autosize {...props} />;
  const { minRows, maxRows, ...others } = props;
  const rows = { "--min-rows": minRows, ...(maxRows && { "--max-rows": maxRows }) } as CSSProperties;
  return <Textarea classNames={{ input: styles.field }} styles={{ input: rows }} {...others} />;
}
