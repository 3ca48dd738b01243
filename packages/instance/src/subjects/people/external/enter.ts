import type { Enter } from '../../../gateway/ports/sign-in.ts'
import { beginSession, type SessionParts } from '../begin-session.ts'
import type { AccountLinking } from './account-linking.ts'

export function createEnter(parts: SessionParts, linking: AccountLinking): Enter {
  return async ({ person, rules, extra }, request, forever) => {
    const id = await linking.findOrCreate(person, rules, request)
    const { caller, origin } = request
    return { ...extra, ...(await beginSession(parts, id, { app: caller.app, forever, origin })) }
  }
}
