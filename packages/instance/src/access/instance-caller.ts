import type { Caller } from '../request/caller.ts'

/** The caller for requests that the instance makes itself, with full access; `actor` is the name that reports show. */
export function instanceCaller(actor: string): Caller {
  return { user: null, app: null, role: null, sysadmin: true, token: null, sentKey: false, actor }
}
