export * from "./accounts/access-token";
export * from "./accounts/authenticate";
export * from "./context";
export * from "./errors";
export * from "./rate-limits";
