import { beginSession } from '../resources/begin-session.ts'
import type { ResourceParts } from '../resources/resource-parts.ts'
import type { Arrivals } from './arrivals.ts'
import type { Enter } from './sign-in.ts'

export function createEnter(parts: Pick<ResourceParts, 'directory' | 'people' | 'tokens'>, arrivals: Arrivals): Enter {
  return async ({ person, rules, extra }, request, forever) => {
    const id = await arrivals.receive(person, rules, request)
    return { ...extra, ...(await beginSession(parts, id, { app: request.caller.app, forever })) }
  }
}
