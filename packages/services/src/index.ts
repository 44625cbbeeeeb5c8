export * from "./accounts/access-token";
export * from "./accounts/authenticate";
export * from "./accounts/link-token";
export * from "./context";
export * from "./errors";
export * from "./rate-limits";
