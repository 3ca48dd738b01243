import type { StartSession } from '../../../../gateway/ports/sign-in.ts'
import { beginSession, type SessionParts } from '../begin-session.ts'
import { deviceOf } from '../sessions/device.ts'
import type { AccountLinking } from './account-linking.ts'

export function createEnter(parts: SessionParts, linking: AccountLinking): StartSession {
  return async ({ person, rules, extra }, request, forever) => {
    const id = await linking.findOrCreate(person, rules, request)
    const { caller, origin } = request
    const session = { app: caller.app, forever, device: deviceOf(request), origin }
    return { ...extra, ...(await beginSession(parts, id, session)) }
  }
}
