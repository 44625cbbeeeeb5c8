import { z } from "zod";
import { Faults } from "../faults";

/** A failure of the mail server, for drills. */
const mailFault = z.strictObject({
  /**
   * `refuse`: 550 to the recipient, for good; `greylist`: 451 to the recipient, who may try again; `delay`: the answer
   * to the mail takes `ms` longer; `drop`: the connection is cut before the mail is kept; `drop-after`: it is cut
   * after, so that the sender cannot know.
   */
  kind: z.enum(["refuse", "greylist", "delay", "drop", "drop-after"]),
  /** The number of failures. Without it the fault lasts until `clear`. */
  times: z.int().min(1).optional(),
  /** Only mail for this address. */
  recipient: z.string().optional(),
  /** For `delay`. */
  ms: z.int().min(0).default(1000),
});
export type MailFault = z.infer<typeof mailFault>;

/** The active faults. */
export class MailFaults extends Faults<typeof mailFault> {
  constructor() {
    super(mailFault);
  }

  /** Answers 550 to the next `times` recipients, or to all. */
  refuse(times?: number): void {
    this.add({ kind: "refuse", times });
  }

  /** Answers 451 to the next `times` recipients. */
  greylist(times: number): void {
    this.add({ kind: "greylist", times });
  }

  /** Delays the answer to each mail by `ms`. */
  delay(ms: number): void {
    this.add({ kind: "delay", ms });
  }

  /** Cuts the next `times` connections, before the mail is kept or, with `afterKeeping`, between keeping and answer. */
  drop(times: number, { afterKeeping = false } = {}): void {
    this.add({ kind: afterKeeping ? "drop-after" : "drop", times });
  }

  /** Takes the fault of one of these kinds that matches one of the recipients. */
  take(kinds: readonly MailFault["kind"][], recipients: readonly string[]): MailFault | null {
    return this.takeFirst(
      ({ kind, recipient }) =>
        kinds.includes(kind) &&
        (recipient === undefined ||
          recipients.some((address) => address.toLowerCase() === recipient.toLowerCase())),
    );
  }
}
