import { type LinkProps, Link as RouterLink } from "react-router-dom";
import { useLeave } from "./may-leave";

/** A link of the dashboard: asks before unsaved work is left. */
export function Link(props: LinkProps) {
  const leave = useLeave();
  return (
    <RouterLink
      {...props}
      onClick={(event) => {
        props.onClick?.(event);
        if (!event.defaultPrevented) void leave(event, props.to);
      }}
    />
  );
}
