import { commonTexts } from "@korki/contracts/texts/common";
import type { Role } from "@korki/domain";
import { initTRPC } from "@trpc/server";
import { type ApiCtx, requireActor, requireRole } from "../context";
import { failureOf, toTrpcError } from "../errors";

/** Who may call a procedure; the policy tests and the API's documentation read it. */
export type ProcedureMeta = { roles: readonly Role[] | "anyone" | "signedIn" };

const t = initTRPC
  .context<ApiCtx>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const failure = ctx ? failureOf(error, ctx.log) : { status: 500, text: commonTexts.somethingWentWrong };
      const { status: httpStatus, text: message, retryAfterSeconds } = failure;
      return { code: shape.code, message, data: { code: shape.data.code, httpStatus, retryAfterSeconds } };
    },
  });

export const router = t.router;

/**
 * For anybody, whatever the state of their session: the calls that begin, renew or end one. A bearer token that
 * is not good counts as none.
 */
export const sessionProcedure = t.procedure.meta({ roles: "anyone" }).use(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error.cause ?? result.error);
  return result;
});

const base = sessionProcedure.use(({ ctx, next }) => {
  if (ctx.refused) throw toTrpcError(ctx.refused);
  return next();
});

/** For anybody, with or without a session. */
export const publicProcedure = base;

/** For everybody who is logged in. */
export const signedInProcedure = base
  .meta({ roles: "signedIn" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, actor: requireActor(ctx) } }));

/** For the named roles alone. */
export function procedureFor(...roles: Role[]) {
  return signedInProcedure.meta({ roles }).use(({ ctx, next }) => {
    return next({ ctx: { ...ctx, actor: requireRole(ctx, roles) } });
  });
}

export const studentProcedure = procedureFor("Student");
export const teacherProcedure = procedureFor("Teacher");
export const adminProcedure = procedureFor("Admin");
