import { listen } from "../http-server";
import { createSandboxHandler } from "../sandbox-handler";
import { type MerchantKeys, PaymentsEmulator } from "./emulator";

/** The payment provider alone, on loopback; for tests and drills. */
export async function startPaymentsEmulator(keys: MerchantKeys, port = 0) {
  const payments = new PaymentsEmulator(keys);
  const server = await listen(createSandboxHandler({ payments }), port, "127.0.0.1");
  return {
    url: server.url,
    payments,
    async close() {
      payments.stop();
      await server.close();
    },
  };
}
