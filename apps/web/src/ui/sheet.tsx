import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Modal } from "@mantine/core";
import "./sheet-styles";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { holdsUnsavedWork, WorkWithin } from "../updates/unsaved-work";
import { useIsCovered } from "./covering";
import { mayLeave } from "./may-leave";
import { useIsPhone } from "./use-is-phone";

/** Two clicks within this time are one. */
const DOUBLE_CLICK_MS = 500;

/**
 * A modal on a desk, a full sheet on a phone. Escape, the named button and a click beside it close it, and ask first
 * where a form in it holds unsaved work; focus goes in and comes back to where it was. Fetch its content inside the
 * children, so that nothing is loaded while it is closed.
 *
 * @param onClose closes it; called only when the person may leave. What closes it after a success asks
 * nothing.
 */
export function Sheet(props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: "sm" | "md" | "lg" | "xl";
  children: ReactNode;
}) {
  const isPhone = useIsPhone();
  const id = useId();
  const lastFocus = useRef<HTMLElement | null>(null);
  const isCovered = useIsCovered();
  const clickedAt = useRef(Number.NEGATIVE_INFINITY);
  // A modal notes where the focus was when it opens, not when it comes open into being.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);

  async function close() {
    // A person who stays continues where they were, not at the close button.
    if (holdsUnsavedWork(id)) lastFocus.current?.focus({ preventScroll: true });
    if (await mayLeave(id)) props.onClose();
  }

  return (
    <Modal
      opened={props.opened && isThere}
      onClose={() => void close()}
      // It belongs to what lies on top: a question, or the sign-in that an ended session asks for.
      closeOnEscape={!isCovered}
      closeOnClickOutside={false}
      title={props.title}
      size={props.size ?? "md"}
      fullScreen={isPhone}
      centered
      radius={isPhone ? 0 : "lg"}
      transitionProps={{ transition: isPhone ? "slide-up" : "pop", duration: 160 }}
      overlayProps={{
        backgroundOpacity: 0.45,
        onClick({ timeStamp }) {
          // The second click of a double one may land beside a sheet that became lower meanwhile.
          if (timeStamp - clickedAt.current > DOUBLE_CLICK_MS) void close();
        },
      }}
      closeButtonProps={{ "aria-label": interfaceTexts.close, size: "lg" }}
      // A dialog's header is not the page's banner.
      attributes={{ header: { role: "presentation" } }}
    >
      <WorkWithin value={id}>
        <KeepsFocus last={lastFocus} clickedAt={clickedAt}>
          {props.children}
        </KeepsFocus>
      </WorkWithin>
    </Modal>
  );
}

/**
 * What is clicked in a sheet often goes with the click: a proposal that is declined, the actions that make way for a
 * form. The focus then stays in the sheet, on what asks for it with `data-autofocus` where there is such a thing.
 *
 * @param last notes what had the focus last
 * @param clickedAt notes when something in it was clicked last, in ms
 */
function KeepsFocus(props: {
  last: RefObject<HTMLElement | null>;
  clickedAt: RefObject<number>;
  children: ReactNode;
}) {
  const { last, clickedAt, children } = props;
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
    const note = ({ target }: FocusEvent) => {
      last.current = target as HTMLElement;
    };
    const noteClick = ({ timeStamp }: MouseEvent) => {
      clickedAt.current = timeStamp;
    };
    element.addEventListener("focusin", note);
    element.addEventListener("click", noteClick);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", note);
      element.removeEventListener("click", noteClick);
    };
  }, [last, clickedAt]);
  return <div ref={content}>{children}</div>;
}
