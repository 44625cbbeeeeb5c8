// Before any schema is made, and before its library is here: else the library tries whether it may compile schemas to
// functions, and the page's security policy, which allows no eval, reports each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
