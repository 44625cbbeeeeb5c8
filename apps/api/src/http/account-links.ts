import { Router } from "express";
import { expressPath, FILE_ROUTES, routeName } from "./file-routes";
import { nameRoute } from "./request";

/** `GET /api/user/confirm/{token}`, the link of older e-mails: leads to the page that confirms, and changes nothing. */
export function accountLinksRouter(): Router {
  const links = Router({ caseSensitive: true });
  links.get(expressPath(FILE_ROUTES.confirmLink), (req, res) => {
    nameRoute(req, res, routeName(FILE_ROUTES.confirmLink));
    res.redirect(`/potwierdz/${encodeURIComponent(req.params.token)}`);
  });
  return links;
}
