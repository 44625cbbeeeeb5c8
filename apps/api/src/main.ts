import http from "node:http";
import { loadServerSettings, settingsOrExit } from "@korki/settings";
import { createApp } from "./app";
import { attachRealtime } from "./realtime/realtime";
import { openServices } from "./services";

const settings = settingsOrExit(() => loadServerSettings(process.env));
const { services, redis, close } = openServices(settings);
const server = http.createServer(createApp(services, redis));
const realtime = attachRealtime(server, services, settings.databaseUrl);

server.listen(settings.port, settings.host, () => {
  services.log.info({ host: settings.host, port: settings.port }, "api is listening");
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    const served = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // Websockets stay open by themselves: nobody waits for them.
    await realtime.close();
    await served;
    await close();
    process.exit(0);
  });
}
