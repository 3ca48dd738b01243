import type { Caller } from '../../request/caller.ts'

/** Who reports say it was: the person's e-mail, `api:{app}` for a key alone, what in the instance it was, null for nobody. */
export function callerName({ user, app, actor }: Caller): string | null {
  if (user !== null) return user.email
  return app === null ? (actor ?? null) : `api:${app.name}`
}
