import type { Caller } from '../access/caller.ts'

/** Who reports say it was: the person's e-mail, `api:{app}` for a key alone, null for nobody. */
export function callerName({ user, app }: Caller): string | null {
  if (user !== null) return user.email
  return app === null ? null : `api:${app.name}`
}
