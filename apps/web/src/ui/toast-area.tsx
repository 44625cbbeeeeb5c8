import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { publishToastArea } from "./toast-host";

/**
 * Where toasts appear: bottom right, above everything, with a named close button; screen readers hear each
 * (`role="alert"`).
 */
export function ToastArea() {
  return <Notifications position="bottom-right" limit={4} containerWidth={380} zIndex={1000} />;
}

/** Shows a toast that closes by itself after so many milliseconds, but not while it is pointed at. */
export function showToast(text: string, kind: "success" | "error", closeAfterMs: number): void {
  notifications.show({
    message: text,
    color: kind === "success" ? "brand" : "red",
    icon:
      kind === "success" ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />,
    autoClose: closeAfterMs,
    withBorder: true,
    closeButtonProps: { "aria-label": interfaceTexts.closeToast },
  });
}

publishToastArea(ToastArea);
