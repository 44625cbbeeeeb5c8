import type { AccountLink } from "@korki/contracts/account-security";
import { TRPCClientError } from "@trpc/client";
import { useEffect, useState } from "react";
import { publicClient } from "../server/public-client";

type Checked = { state: "checking" } | { state: "over" } | { state: "live"; link: AccountLink };

/** Asks what a link in an e-mail is for, and whether it still works; opening its page changes nothing. */
export function useAccountLink(token: string): Checked {
  const [checked, setChecked] = useState<Checked>({ state: "checking" });
  useEffect(() => {
    let isCurrent = true;
    const tell = (next: Checked) => isCurrent && setChecked(next);
    publicClient.account.link.query({ token }).then(
      (link) => tell({ state: "live", link }),
      // Without a connection nothing is known of the link; its button will say so.
      (error) =>
        error instanceof TRPCClientError && error.data?.httpStatus === 400 && tell({ state: "over" }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return checked;
}
