import { ACCOUNT_ROUTES } from "./account-routes";
import type { RestRoute } from "./route";

/** Every REST route of the product; adding one is one row. */
export const REST_ROUTES: readonly RestRoute[] = [...ACCOUNT_ROUTES];
