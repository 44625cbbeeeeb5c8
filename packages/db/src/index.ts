export * from "./civil-date";
export * from "./client";
export * from "./errors";
export { Prisma } from "./generated/client";
export type * from "./generated/models";
export * from "./ids";
export * from "./sessions";
