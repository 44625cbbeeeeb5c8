import { Textarea, type TextareaProps } from "@mantine/core";

/** A text of some lines; grows as it is written, up to eight of them. */
export function DescriptionField(props: TextareaProps) {
  return <Textarea autosize minRows={2} maxRows={8} {...props} />;
}
