import { interfaceTexts } from "@korki/contracts/texts/interface";
import { TOAST_MS } from "@korki/domain";
import { Group } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { markSaved } from "./sent-values";

/**
 * Where toasts appear: bottom right, above everything, with a named close button; screen readers hear each
 * (`role="alert"`).
 */
export function ToastArea() {
  return <Notifications position="bottom-right" limit={4} containerWidth={380} zIndex={1000} />;
}

/** Says in passing that something succeeded; where the screen already shows the result, say nothing. */
export function toastSuccess(text: string): void {
  show(text, "brand", <IconCheck size={18} aria-hidden />);
}

/** Says the same with something to do about it, for as long as it can be done; `act` gets what closes the toast. */
export function toastWithAct(text: string, act: (close: () => void) => ReactNode, ms: number): void {
  const id = show(
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{text}</span>
      {act(() => notifications.hide(id))}
    </Group>,
    "brand",
    <IconCheck size={18} aria-hidden />,
    ms,
  );
}

/**
 * Says in passing that something failed, where no form or screen shows the error itself; `ms` where it takes longer to read.
 */
export function toastError(text: ReactNode, ms?: number): void {
  show(text, "red", <IconAlertTriangle size={18} aria-hidden />, ms);
}

/**
 * A mouse that moves over a toast keeps it for another while. One that only rests where a toast appears does not, and
 * neither does a finger: the library's own pause would keep it forever.
 */
function show(text: ReactNode, color: string, icon: ReactNode, ms = TOAST_MS): string {
  let timer: ReturnType<typeof setTimeout>;
  const closeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => notifications.hide(id), ms);
  };
  const id = notifications.show({
    message: text,
    color,
    icon,
    autoClose: false,
    onPointerMove: ({ pointerType, movementX, movementY }) => {
      if (pointerType === "mouse" && (movementX !== 0 || movementY !== 0)) closeLater();
    },
    withBorder: true,
    // Mantine gives the button an attribute "color", which HTML does not know.
    closeButtonProps: { "aria-label": interfaceTexts.closeToast, color: undefined },
  });
  closeLater();
  return id;
}

/**
 * What a form does after a success: what it sent is not unsaved any more, a message says so, and `then` leads on, away
 * from the form.
 */
export function saved<Values extends object>(
  form: { resetDirty: (values?: Values) => void },
  text: string,
  then?: () => void,
): () => void {
  return () => {
    if (then) form.resetDirty();
    else markSaved(form);
    toastSuccess(text);
    then?.();
  };
}
