import { startAuthentication } from "@simplewebauthn/browser";
import { publicClient } from "../server/public-client";

/** Lets the person choose a passkey and returns the access token that it gives. Rejects where they choose none. */
export async function signInWithPasskey(): Promise<string> {
  const optionsJSON = await publicClient.accountSecurity.startPasskeyLogin.mutate();
  const response = await startAuthentication({ optionsJSON });
  const { accessToken } = await publicClient.accountSecurity.passkeyLogin.mutate({ response });
  return accessToken;
}
