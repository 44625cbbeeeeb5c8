import { Modal } from "@mantine/core";
import "./sheet-styles";
import type { ReactNode } from "react";
import { useCover } from "./covering";

/** A modal dialog that must be answered. The screen below keeps its state. */
export function CoverDialog({ title, children }: { title: string; children: ReactNode }) {
  useCover();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      radius="lg"
      zIndex={500}
    >
      {children}
    </Modal>
  );
}
