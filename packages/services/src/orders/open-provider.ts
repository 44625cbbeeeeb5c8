import type { Settings } from "@korki/settings";
import type { PaymentProvider } from "../payment-provider";
import { Przelewy24 } from "./przelewy24";

/** Returns the payment provider that the settings name; null where the centre takes no payments online. */
export function openPaymentProvider({ przelewy24, publicUrl }: Settings): PaymentProvider | null {
  return przelewy24 && new Przelewy24({ ...przelewy24, publicUrl });
}
