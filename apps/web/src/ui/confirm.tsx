import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Text } from "@mantine/core";
import { ModalsProvider, modals } from "@mantine/modals";
import "./sheet-styles";
import type { ReactNode } from "react";

/** Lets `confirm` ask; once, around the screens. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider
      modalProps={{
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
 * Asks once, in words, before something that cannot be taken back: „Odwołać lekcję 21 listopada, 16:45?”.
 * Answers true only when the person says so; closing the question is a no.
 */
export function confirm(question: {
  title: string;
  text?: ReactNode;
  /** the deed in words, e.g. „Odwołaj lekcję” */
  confirmLabel: string;
  cancelLabel?: string;
  dangerous?: boolean;
}): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: question.title,
      children: question.text ? <Text size="sm">{question.text}</Text> : null,
      labels: { confirm: question.confirmLabel, cancel: question.cancelLabel ?? interfaceTexts.cancel },
      confirmProps: { color: question.dangerous ? "red.9" : "brand" },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
