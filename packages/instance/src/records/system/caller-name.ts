import type { Caller } from '../../request/caller.ts'

/** Returns the name of the caller in reports: the person's email, `api:{app}` for an API key alone, a part of the instance, or `null`. */
export function callerName({ user, app, actor }: Caller): string | null {
  if (user !== null) return user.email
  return app === null ? (actor ?? null) : `api:${app.name}`
}
