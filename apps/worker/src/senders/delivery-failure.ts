/** What a channel's refusal means for the notification. */
export type FailureKind =
  /** Later it may work: network, timeouts, the other side's trouble. */
  | "again"
  /** It works again after a pause that the other side named. */
  | "pause"
  /** This message will never be taken. */
  | "refused"
  /** Nobody is there any more to take any message. */
  | "gone";

/** Why a channel did not take a message; the reason is for an admin and holds no secret. */
export class DeliveryFailure extends Error {
  override readonly name = "DeliveryFailure";

  constructor(
    readonly kind: FailureKind,
    reason: string,
    /** For `pause`: its length. */
    readonly pauseSeconds = 0,
  ) {
    super(reason);
  }
}
