export { aptInstall, aptUsable } from "./apt";
export { type DataDirLock, dataDirHolder, lockDataDir } from "./data-dir-lock";
export { findProgram } from "./find-program";
export { freePort, requireFreePort } from "./ports";
export { type PostgresOptions, runningPostgresUrl, startPostgres } from "./postgres";
export { Problem } from "./problem";
export { type Exit, Processes, type ProcessSpec, type RunningProcess } from "./processes";
export { type LocalService, type RedisOptions, startRedis } from "./redis";
