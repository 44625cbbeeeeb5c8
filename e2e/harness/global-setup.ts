import type { TestProject } from "vitest/node";
import { startProduct } from "./product";

declare module "vitest" {
  export interface ProvidedContext {
    /** Addresses of the products that this run started; `productUrl` chooses. */
    productUrls: string[];
  }
}

/**
 * A product for each of the files that run at a time, with its demo data, as `npm start` gives it; with E2E_URL, the one
 * that runs there (a demo with RATE_LIMIT_SCALE=1000).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_URL;
  const products = running
    ? [{ url: running, stop: async () => undefined }]
    : await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startProduct()));
  project.provide(
    "productUrls",
    products.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}
