import type { RequestListener } from "node:http";
import express from "express";
import type { MailCapture } from "./mail/mail-capture";
import { devRouter } from "./pages/dev-router";
import type { TelegramSandbox } from "./telegram/emulator";

/** What the HTTP server shows; what is missing has no page. */
export interface SandboxParts {
  readonly mail?: MailCapture;
  readonly telegram?: TelegramSandbox;
}

/** The Bot API at `/bot…`, everything else under `/dev/`. */
export function createSandboxHandler(parts: SandboxParts): RequestListener {
  const pages = express();
  pages.disable("x-powered-by");
  pages.use("/dev", devRouter(parts));
  pages.use((_request, response) => {
    response.status(404).json({ error: "Nie ma takiej strony." });
  });
  return (request, response) => {
    if (parts.telegram?.takes(request.url ?? "")) void parts.telegram.handleBotApi(request, response);
    else pages(request, response);
  };
}
