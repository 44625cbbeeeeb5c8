import type { ComponentProps } from "react";

/** Something that scrolls within the page: it has a name and is a stop of the Tab key, so that the keyboard scrolls it, too. */
export function ScrollRegion({ label, ...section }: ComponentProps<"section"> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
  return <section aria-label={label} tabIndex={0} {...section} />;
}
