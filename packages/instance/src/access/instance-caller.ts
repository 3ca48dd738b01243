import type { Caller } from '../request/caller.ts'

/** The instance itself, whom nobody's rights are asked for; `actor`: what in it reports name. */
export function instanceCaller(actor: string): Caller {
  return { user: null, app: null, role: null, sysadmin: true, token: null, sentKey: false, actor }
}
