import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Modal } from "@mantine/core";
import "./sheet-styles";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone";

/**
 * A modal on a desk, a full sheet on a phone. Escape and the named button close it, focus goes in and comes back to
 * where it was. Fetch its content inside the children, so that nothing is loaded while it is closed.
 */
export function Sheet(props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: "sm" | "md" | "lg" | "xl";
  children: ReactNode;
}) {
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? "md"}
      fullScreen={isPhone}
      centered
      radius={isPhone ? 0 : "lg"}
      transitionProps={{ transition: isPhone ? "slide-up" : "pop", duration: 160 }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      closeButtonProps={{ "aria-label": interfaceTexts.close, size: "lg" }}
      // A dialog's header is not the page's banner.
      attributes={{ header: { role: "presentation" } }}
    >
      {props.children}
    </Modal>
  );
}
