import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import styles from "./data-table.module.css";

/** A column's header that orders the rows by it; the header cell's `aria-sort` states the order. */
export function SortButton(props: {
  label: string;
  direction: "ascending" | "descending" | null;
  onClick: () => void;
}) {
  const Icon =
    props.direction === null
      ? IconArrowsSort
      : props.direction === "descending"
        ? IconArrowDown
        : IconArrowUp;
  return (
    <UnstyledButton className={styles.sort} data-active={props.direction !== null} onClick={props.onClick}>
      {props.label}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}
