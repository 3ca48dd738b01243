import type { Session } from '@millwright/contract/wire/session'

/** What the stored session takes over from a save of one's own record: the names, and a new token when there is one. */
export function ownSession(record: { readonly [field: string]: unknown }): Partial<Session> {
  const changes: Partial<Session> = {}
  for (const field of ['name', 'first_name', 'last_name', 'email'] as const) {
    const value = record[field]
    if (typeof value === 'string') changes[field] = value
  }
  if (typeof record.session_token === 'string') changes.session_token = record.session_token
  return changes
}
