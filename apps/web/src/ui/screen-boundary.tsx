import { interfaceTexts, missingScreenTexts } from "@korki/contracts/texts/interface";
import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { lookForServer, onConnectionBack } from "../server/connection";
import { holdsUnsavedWork } from "../updates/unsaved-work";
import { EmptyState } from "./page-states";

type Failure = "broken" | "notLoaded";

/**
 * A screen that failed to draw or to arrive takes nothing else with it, and offers to be loaded again. One that did not
 * arrive is loaded when the connection is back.
 */
export class ScreenBoundary extends Component<
  { children: ReactNode; resetKey?: string },
  { failure: Failure | null }
> {
  override state: { failure: Failure | null } = { failure: null };
  private stopWaiting: () => void = () => undefined;

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: isMissingFile(error) ? "notLoaded" : "broken" };
  }

  override componentDidCatch(error: unknown): void {
    this.stopWaiting();
    if (!isMissingFile(error)) return;
    this.stopWaiting = onConnectionBack(reloadUnlessUnsaved);
    lookForServer();
  }

  override componentWillUnmount(): void {
    this.stopWaiting();
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.failure && before.resetKey !== this.props.resetKey) {
      this.stopWaiting();
      this.setState({ failure: null });
    }
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const notLoaded = failure === "notLoaded";
    return (
      <div role="alert">
        <EmptyState
          picture="search"
          title={notLoaded ? missingScreenTexts.notLoaded : missingScreenTexts.failed}
          text={notLoaded ? missingScreenTexts.notLoadedText : missingScreenTexts.failedText}
          action={<Button onClick={() => location.reload()}>{interfaceTexts.refresh}</Button>}
        />
      </div>
    );
  }
}

/** The error messages of the browsers for a missing script, and of the loader for a missing style. */
function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TypeError
    ? /import|module/i.test(error.message)
    : /preload CSS/.test(error.message);
}

function reloadUnlessUnsaved(): void {
  if (!holdsUnsavedWork()) location.reload();
}
