import { commonTexts } from "@korki/contracts/texts/common";
import type { Services } from "@korki/services";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express } from "express";
import type { Redis } from "ioredis";
import { accessLog } from "./http/access-log";
import { accountLinksRouter } from "./http/account-links";
import { boardFilesRouter } from "./http/board-files";
import { brandedApp } from "./http/brand";
import { calendarRouter } from "./http/calendar";
import { FILE_ROUTES } from "./http/file-routes";
import { healthRouter } from "./http/health";
import { BODY_LIMIT, bankFileBodies, largeCallBodies, largeRouteBodies } from "./http/large-bodies";
import { pdfFilesRouter } from "./http/pdf-files";
import { refuseFloods } from "./http/refuse-floods";
import { sandboxProxy } from "./http/sandbox-proxy";
import { securityHeaders } from "./http/security-headers";
import { webApp } from "./http/web-app";
import type { Metrics } from "./observe/metrics";
import { restRoutes, sendFailure } from "./rest/adapter";
import { docsRouter } from "./rest/openapi";
import { REST_ROUTES } from "./rest/routes";
import { trpcFailure, trpcHandler } from "./trpc/http-handler";

/**
 * The whole HTTP side of the product on one origin: health, REST, tRPC and the SPA.
 *
 * @param ending aborted when this process is about to stop
 */
export function createApp(services: Services, redis: Redis, metrics: Metrics, ending: AbortSignal): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", services.settings.trustProxy);
  app.set("query parser", "simple");

  app.use(accessLog(services.log, metrics));
  app.use(securityHeaders(services.settings));
  app.use(refuseFloods(services.settings));
  if (services.settings.demoNow !== null)
    app.use((_req, res, next) => {
      res.setHeader("X-Korki-Now", services.now().toISOString());
      next();
    });
  // tRPC and REST come before what is asked for less often, and compress by themselves.
  app.use(
    "/trpc",
    largeCallBodies(services),
    express.json({ limit: BODY_LIMIT, strict: false }),
    trpcHandler(services),
    trpcFailure(services),
  );
  // Before REST's month, which would take the file name.
  app.use(pdfFilesRouter(services));
  // Before REST, which reads bodies as JSON.
  app.use(boardFilesRouter(services));
  app.use("/api", bankFileBodies(services), largeRouteBodies(services, REST_ROUTES));
  app.use("/api", express.json({ limit: BODY_LIMIT, strict: true }), restRoutes(services, REST_ROUTES));
  app.use(accountLinksRouter());
  app.use(healthRouter(services, redis, metrics, ending));
  app.use(compression());
  app.use("/dev", sandboxProxy(services.settings));
  app.use(calendarRouter(services));
  app.use("/api", docsRouter(REST_ROUTES, Object.values(FILE_ROUTES)));
  app.use("/api", (_req, res) => void res.status(404).json({ error: commonTexts.notFound }));
  app.use(brandedApp(services));
  app.use(webApp());
  // Not Express's own answer: that would bring a policy of its own.
  app.use((_req, res) => void res.status(404).type("text").send("Not found"));

  const onError: ErrorRequestHandler = (error, req, res, next) => {
    if (res.headersSent) next(error);
    else sendFailure(services, error, req, res);
  };
  app.use(onError);
  return app;
}
