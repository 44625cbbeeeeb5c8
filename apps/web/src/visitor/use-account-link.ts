import type { AccountLink } from "@korki/contracts/account-security";
import { statusOf } from "../server/errors";
import { publicClient } from "../server/public-client";
import { useAnswer } from "./use-answer";

type Checked =
  | { state: "checking" }
  | { state: "over" }
  | { state: "live"; link: AccountLink }
  /** Nothing is known of the link. */
  | { state: "failed"; error: unknown; askAgain: () => void };

/** Asks what a link in an e-mail is for, and whether it still works; opening its page changes nothing. */
export function useAccountLink(token: string): Checked {
  const { data, error, askAgain } = useAnswer(() => publicClient.account.link.query({ token }), token);
  if (data) return { state: "live", link: data };
  if (!error) return { state: "checking" };
  return statusOf(error) === 400 ? { state: "over" } : { state: "failed", error, askAgain };
}
