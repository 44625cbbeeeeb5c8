import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A button that looks like a link, beside a form. Pressed with a mouse it takes no focus: the error that leaving a
 * field may show would move the button away before the click is done.
 */
export function TextButton({
  onClick,
  children,
  ...rest
}: AnchorProps & { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor
      component="button"
      type="button"
      mih="1.5rem"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      {...rest}
    >
      {children}
    </Anchor>
  );
}
