import type { Enter } from '../../../gateway/ports/sign-in.ts'
import { beginSession, type SessionParts } from '../begin-session.ts'
import type { Arrivals } from './arrivals.ts'

export function createEnter(parts: SessionParts, arrivals: Arrivals): Enter {
  return async ({ person, rules, extra }, request, forever) => {
    const id = await arrivals.receive(person, rules, request)
    const { caller, origin } = request
    return { ...extra, ...(await beginSession(parts, id, { app: caller.app, forever, origin })) }
  }
}
