/** The consequence of a channel's refusal for the notification. */
export type FailureKind =
  /** A retry may succeed: network, timeouts, trouble on the other side. */
  | "again"
  /** A retry may succeed after the pause that the other side asked for. */
  | "pause"
  /** This message will never be accepted. */
  | "refused"
  /** The recipient no longer accepts any message. */
  | "gone";

/** The reason why a channel did not accept a message. It is shown to administrators and contains no secret. */
export class DeliveryFailure extends Error {
  override readonly name = "DeliveryFailure";

  constructor(
    readonly kind: FailureKind,
    reason: string,
    /** The length of a `pause`. */
    readonly pauseSeconds = 0,
  ) {
    super(reason);
  }
}
