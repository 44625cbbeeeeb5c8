import { z } from "zod";
import * as field from "./fields";

/** A person as others' lists and cards name them. */
export const personName = z.object({ id: field.id, name: z.string(), surname: z.string() });
export type PersonName = z.infer<typeof personName>;
