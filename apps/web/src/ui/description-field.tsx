import type { ComponentProps } from "react";
import { GrowingTextarea } from "./growing-textarea";

/** A text of some lines; grows as it is written, up to eight of them. */
export function DescriptionField(props: Partial<ComponentProps<typeof GrowingTextarea>>) {
  return <GrowingTextarea minRows={2} maxRows={8} {...props} />;
}
