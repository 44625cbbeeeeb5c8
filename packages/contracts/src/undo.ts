import { z } from "zod";
import * as field from "./fields";

/**
 * A screen's name for an act that its author can take back for some seconds: its messages leave after that. Without it,
 * as on REST, they leave at once (rules §41).
 */
export const undoable = { undoId: field.id.optional() };

export const undoRef = z.object({ id: field.id });
