import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Modal } from "@mantine/core";
import "./sheet-styles";
import { type ReactNode, useEffect, useRef, useState } from "react";
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
  // A modal notes where the focus was when it opens, not when it comes open into being.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return (
    <Modal
      opened={props.opened && isThere}
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
      <KeepsFocus>{props.children}</KeepsFocus>
    </Modal>
  );
}

/**
 * What is clicked in a sheet often goes with the click: a proposal that is declined, the actions that make way for a
 * form. The focus then stays in the sheet, on what asks for it with `data-autofocus` where there is such a thing.
 */
function KeepsFocus({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body) return;
      const wanted = element.querySelector<HTMLElement>("[data-autofocus]") ?? element.closest("section");
      wanted?.focus({ preventScroll: true });
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return <div ref={content}>{children}</div>;
}
