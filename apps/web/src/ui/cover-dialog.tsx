import { Modal } from "@mantine/core";
import "./sheet-styles";
import type { ReactNode } from "react";
import { useCover } from "./covering";

/** A question that has to be answered before the work beneath it, which stays where it is, goes on. */
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
