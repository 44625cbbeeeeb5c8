import { z } from "zod";

// Imported before any schema is made. Otherwise zod tries whether it may compile schemas to functions, and the browser
// reports each try, as the security policy allows no eval.
z.config({ jitless: true });
