import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { EmptyState } from "./page-states";

type Failure = "broken" | "notLoaded";

/** A screen that failed to draw or to arrive takes nothing else with it, and offers to be loaded again. */
export class ScreenBoundary extends Component<
  { children: ReactNode; resetKey?: string },
  { failure: Failure | null }
> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    const isMissingChunk = error instanceof TypeError && /import|module/i.test(error.message);
    return { failure: isMissingChunk ? "notLoaded" : "broken" };
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.failure && before.resetKey !== this.props.resetKey) this.setState({ failure: null });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const notLoaded = failure === "notLoaded";
    return (
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={28} aria-hidden />}
          title={notLoaded ? interfaceTexts.screenNotLoaded : interfaceTexts.screenFailed}
          text={notLoaded ? interfaceTexts.screenNotLoadedText : interfaceTexts.screenFailedText}
          action={<Button onClick={() => location.reload()}>{interfaceTexts.refresh}</Button>}
        />
      </div>
    );
  }
}
