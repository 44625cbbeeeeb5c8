import { config } from "zod";

// Imported before any schema is made: else the library tries whether it may compile schemas to functions, and the
// page's security policy, which allows no eval, reports each try.
config({ jitless: true });
