import http from "node:http";
import { loadServerSettings, settingsOrExit } from "@korki/settings";
import { createApp } from "./app";
import { openServices } from "./services";

const settings = settingsOrExit(() => loadServerSettings(process.env));
const { services, redis, close } = openServices(settings);
const server = http.createServer(createApp(services, redis));

server.listen(settings.port, settings.host, () => {
  services.log.info({ host: settings.host, port: settings.port }, "api is listening");
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    server.close(async () => {
      await close();
      process.exit(0);
    });
    server.closeIdleConnections();
  });
}
