import { Router } from "express";
import type { SandboxParts } from "../sandbox-handler";

export function devRouter(_parts: SandboxParts): Router {
  return Router();
}
