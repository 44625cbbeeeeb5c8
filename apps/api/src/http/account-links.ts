import { Router } from "express";
import { nameRoute } from "./request";

/** `GET /api/user/confirm/{token}`, the link of older e-mails: leads to the page that confirms, and changes nothing. */
export function accountLinksRouter(): Router {
  const links = Router({ caseSensitive: true });
  links.get("/api/user/confirm/:token", (req, res) => {
    nameRoute(req, res, "/api/user/confirm/{token}");
    res.redirect(`/potwierdz/${encodeURIComponent(req.params.token)}`);
  });
  return links;
}
