import { openDatabase } from "@korki/db";
import type { Services } from "@korki/services";
import { onTestFinished } from "vitest";

/** Makes every call of the services find no database until the test ends. */
export function loseDatabase(services: Services): void {
  const { db } = services;
  const nowhere = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  services.db = nowhere;
  onTestFinished(async () => {
    services.db = db;
    await nowhere.close();
  });
}
