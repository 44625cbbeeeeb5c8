import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Text } from "@mantine/core";
import { ModalsProvider, modals } from "@mantine/modals";
import "./sheet-styles";
import type { ReactNode } from "react";
import { cover } from "./covering";

/** Lets `confirm` ask; once, around the screens. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider
      modalProps={{
        // Over everything, the sign-in after an ended session included.
        zIndex: 600,
        centered: true,
        radius: "lg",
        closeButtonProps: { "aria-label": interfaceTexts.close },
        attributes: { header: { role: "presentation" } },
      }}
    >
      {children}
    </ModalsProvider>
  );
}

/**
 * Asks once before something that cannot be undone: „Odwołać lekcję 21 listopada, 16:45?”.
 * Answers true only when the person says so; closing the question is a no. The focus returns to where it was.
 */
export function confirm(question: {
  title: string;
  text?: ReactNode;
  /** the action, e.g. „Odwołaj lekcję” */
  confirmLabel: string;
  cancelLabel?: string;
  dangerous?: boolean;
  /** calls back when there is nothing to ask any more: the question closes, answered with yes */
  until?: (isOver: () => void) => () => void;
}): Promise<boolean> {
  const before = document.activeElement;
  return new Promise((resolve) => {
    const uncover = cover();
    const id = modals.openConfirmModal({
      title: question.title,
      children: question.text ? (
        <Text size="sm" component="div">
          {question.text}
        </Text>
      ) : null,
      labels: { confirm: question.confirmLabel, cancel: question.cancelLabel ?? interfaceTexts.cancel },
      confirmProps: { color: question.dangerous ? "red.9" : "brand" },
      // The modal notes only when it is drawn what had the focus, and that may be itself by then.
      returnFocus: false,
      onConfirm: () => resolve(true),
      onClose() {
        forget?.();
        // Not at once: the Escape that closes the question is not meant for what lies beneath it, too.
        setTimeout(uncover);
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
        resolve(false);
      },
    });
    const forget = question.until?.(() => {
      resolve(true);
      modals.close(id);
    });
  });
}
