import { inject } from "vitest";

/**
 * The address of the product that this file's tests use, without a slash at its end. Each of the files that run
 * at a time has a product of its own, so that none sees what another does.
 */
export function productUrl(): string {
  const urls = inject("productUrls");
  const url = urls[Number(process.env.VITEST_POOL_ID) % urls.length];
  if (!url) throw new Error("no product was started");
  return url;
}
