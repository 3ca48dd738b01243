import { type Caller, credentialName } from '../../request/caller.ts'

/** Returns the app, the token, the assistant and the custom API through which a person called, for reports; `null` if there is none. */
export function throughWhat({ app, program, assistant, endpoint }: Caller): string | null {
  const credential = credentialName(program)
  const used = [
    ...(app === null ? [] : [app.name]),
    ...(credential === null ? [] : [credential]),
    ...(assistant === undefined ? [] : [`assistant ${assistant}`]),
    ...(endpoint === undefined ? [] : [`custom API ${endpoint}`]),
  ]
  return used.length === 0 ? null : used.join(', ')
}

/** Returns the name of the caller in reports: the person's email, `api:{app}` for an API key alone, a part of the instance, or `null`. */
export function callerName({ user, app, actor }: Caller): string | null {
  if (user !== null) return user.email
  return app === null ? (actor ?? null) : `api:${app.name}`
}
