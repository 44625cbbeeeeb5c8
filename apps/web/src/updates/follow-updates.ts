import { anyTabHoldsUnsavedWork, holdsUnsavedWork, onWorkSaved } from "./unsaved-work";
import { moveToVersion } from "./version-marker";
import { newerVersion } from "./versions";
import type { PageMessage, WorkerAnswer } from "./worker-messages";

const LOOK_EVERY_MS = 30 * 60 * 1000;
const ASK_AGAIN_MS = 30_000;
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * Registers the service worker and follows its updates. A worker of a newer version than the working one takes over as
 * soon as no form in any tab holds unsaved work, and a page that is older than it reloads. A worker that is not newer
 * (a deployment that rolls over several servers) waits until the browser itself exchanges it. So a page reloads at most
 * once for a version.
 *
 * @param version of this page
 */
export async function followUpdates(version: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  const registration = await workers
    .register("/service-worker.js", { updateViaCache: "none" })
    .catch(() => null);
  if (!registration) return;

  // A worker that became active while this page was opening does not know of it, nor after a forced reload.
  void workers.ready.then(({ active }) => {
    if (!workers.controller) active?.postMessage({ type: "claim" } satisfies PageMessage);
  });

  let takingOver: string | null = null;
  let reloading = false;

  const offer = async () => {
    const { waiting } = registration;
    const offered = waiting && (await versionOf(waiting));
    if (!offered || newerVersion(version, offered)) return;
    const current = workers.controller && (await versionOf(workers.controller));
    if ((current && !newerVersion(offered, current)) || (await anyTabHoldsUnsavedWork())) return;
    takingOver = offered;
    waiting.postMessage({ type: "takeOver" } satisfies PageMessage);
  };

  const reload = async () => {
    const { controller } = workers;
    const active = takingOver ?? (controller ? await versionOf(controller) : null);
    if (reloading || !active || !newerVersion(active, version) || holdsUnsavedWork()) return;
    reloading = true;
    await moveToVersion(active);
    location.reload();
  };

  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void offer();
    });
  });
  workers.addEventListener("controllerchange", () => void reload());
  onWorkSaved(() => {
    void offer();
    void reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
  });
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  setInterval(() => void offer(), ASK_AGAIN_MS);
  void offer();
}

/** What a worker says it is; null where it does not answer. */
function versionOf(worker: ServiceWorker): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS);
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      clearTimeout(timer);
      resolve(data.version);
    };
    worker.postMessage({ type: "whichVersion" } satisfies PageMessage, [port2]);
  });
}
