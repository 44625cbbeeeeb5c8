import { interfaceTexts } from "@korki/contracts/texts/interface";
import { TOAST_MS } from "@korki/domain";
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";

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

/** Says in passing that something failed, where no form or screen shows the error itself. */
export function toastError(text: string): void {
  show(text, "red", <IconAlertTriangle size={18} aria-hidden />);
}

function show(text: string, color: string, icon: ReactNode): void {
  notifications.show({
    message: text,
    color,
    icon,
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { "aria-label": interfaceTexts.closeToast },
  });
}
