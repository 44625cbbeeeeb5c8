import cluster from "node:cluster";
import { loadServerSettings, settingsOrExit } from "@korki/settings";
import { serve } from "./serve";
import { supervise } from "./supervise";

const settings = settingsOrExit(() => loadServerSettings(process.env));
if (cluster.isPrimary && settings.apiProcesses > 1) supervise(settings);
else await serve(settings);
