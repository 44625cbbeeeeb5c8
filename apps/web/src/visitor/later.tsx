import { Component, type ReactNode, Suspense } from "react";

type Props = { coming?: ReactNode; failed?: ReactNode; children: ReactNode };

/** A part with a file of its own. The rest of the page does without it: while it comes, and where it fails or never arrives. */
export class Later extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { coming, failed, children } = this.props;
    return this.state.hasFailed ? failed : <Suspense fallback={coming}>{children}</Suspense>;
  }
}
