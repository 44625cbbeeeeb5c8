import { Component, type ReactNode, Suspense } from "react";

type Props = { loading?: ReactNode; failed?: ReactNode; children: ReactNode };

/** A lazily loaded part of a page. The rest of the page works while it loads, and if it fails to load or to render. */
export class LazyPart extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { loading, failed, children } = this.props;
    return this.state.hasFailed ? failed : <Suspense fallback={loading}>{children}</Suspense>;
  }
}
