import type { Role } from "@korki/domain";
import { traced } from "@korki/tracing";
import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { type ApiCtx, requireActor, requireIdentity, requireRole } from "../context";
import { errorResponseOf, INTERNAL_ERROR, refusalOf, trpcCodeOf } from "../errors";
import type { ProcedureMeta } from "./access";

const t = initTRPC
  .context<ApiCtx>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter({ error, ctx, path }) {
      // A websocket that could not be opened has no context; its faults are logged where they are met.
      const failure = ctx ? errorResponseOf(error, ctx.log.child({ route: path })) : refusalOf(error);
      const { status: httpStatus, text: message, retryAfterSeconds, details } = failure ?? INTERNAL_ERROR;
      const code = trpcCodeOf(error);
      const data = { code, httpStatus, retryAfterSeconds, details };
      return { code: TRPC_ERROR_CODES_BY_KEY[code], message, data };
    },
  });

export const router = t.router;

// One guard for each kind and no more: every middleware makes every call dearer by some microseconds.

/**
 * For anybody, whatever the state of their session: the calls that begin, renew or end one. A bearer token that
 * is not good counts as none.
 */
export const sessionProcedure = t.procedure.meta({ roles: "always" });

/** For anybody, with or without a session. */
export const publicProcedure = t.procedure.meta({ roles: "anyone" }).use(({ ctx, path, next }) => {
  if (ctx.authError) throw ctx.authError;
  return traced(path, () => next());
});

/** For everybody who is logged in, also before the mandatory documents are accepted (rules §16). */
export const beforeConsentProcedure = t.procedure.meta({ roles: "signedIn" }).use(({ ctx, path, next }) => {
  const actor = requireIdentity(ctx);
  return traced(path, () => next({ ctx: { actor } }));
});

/** For everybody who is logged in. */
export const signedInProcedure = t.procedure.meta({ roles: "signedIn" }).use(({ ctx, path, next }) => {
  const actor = requireActor(ctx);
  return traced(path, () => next({ ctx: { actor } }));
});

/** The same, also for who may do nothing but set up a second factor. */
export const setupProcedure = t.procedure.meta({ roles: "signedIn" }).use(({ ctx, path, next }) => {
  const actor = ctx.setupActor ?? requireActor(ctx);
  return traced(path, () => next({ ctx: { actor } }));
});

/** For the named roles alone. */
export function procedureFor(...roles: Role[]) {
  return t.procedure.meta({ roles }).use(({ ctx, path, next }) => {
    const actor = requireRole(ctx, roles);
    return traced(path, () => next({ ctx: { actor } }));
  });
}

/**
 * Counts changes of lessons by students and parents: each is a message to a teacher (rules §3). A change is counted
 * before it is made, so that many at once are no way around the limit, and given back when it is refused.
 */
export const countedChange = t.middleware(async ({ ctx, next }) => {
  const { actor, limits } = ctx;
  if (actor?.role !== "Student" && actor?.role !== "Parent") return next();
  let isMade = false;
  try {
    await limits.consume("lessonChange", actor.id);
    const result = await next();
    isMade = result.ok;
    return result;
  } finally {
    if (!isMade) await limits.refund("lessonChange", actor.id);
  }
});

export const teacherProcedure = procedureFor("Teacher");
export const adminProcedure = procedureFor("Admin");
