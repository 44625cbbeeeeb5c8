import type { TestProject } from "vitest/node";
import { startProduct } from "./product";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the product that this run started, without a slash at its end. */
    productUrl: string;
  }
}

/**
 * One product for the whole run, with its demo data, as `npm start` gives it; with E2E_URL, the one that runs there
 * (a demo with RATE_LIMIT_SCALE=1000).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_URL;
  const product = running ? { url: running, stop: async () => undefined } : await startProduct();
  project.provide("productUrl", product.url);
  return product.stop;
}
