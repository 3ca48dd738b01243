import { Problem } from '@millwright/contract/problem'
import type { By, StartProgramSession, StartSession } from '../../../../gateway/ports/sign-in.ts'
import type { Store } from '../../../../store/store.ts'
import { type AccountWriter, asOwner } from '../account-writer.ts'
import { type Account, findPerson } from '../authenticate.ts'
import { beginSession, type SessionParts } from '../begin-session.ts'
import { auditedSessions, deviceOf } from '../sessions/sessions.ts'
import type { Throttle } from '../throttle.ts'
import type { AccountLinking } from './account-linking.ts'

export function createEnter(parts: SessionParts, linking: AccountLinking): StartSession {
  return async ({ person, rules, extra }, request, forever) => {
    const id = await linking.findOrCreate(person, rules, request)
    const { caller, origin } = request
    const session = { app: caller.app, forever, device: deviceOf(request), origin }
    return { ...extra, ...(await beginSession(parts, id, session)) }
  }
}

interface ProgramSessionParts extends SessionParts {
  readonly store: Pick<Store, 'db'>
  readonly throttle: Throttle
}

/**
 * Starts sessions of programs (docs/wire/sign-in.md). They have the rights of the account without changes of credentials, no second
 * step, end with the program's token at the latest, and are in the audit log.
 */
export function createEnterProgram(parts: ProgramSessionParts, writes: AccountWriter): StartProgramSession {
  return async ({ service, claimed, verify }, request) => {
    const attempt = await parts.throttle.attempt(`${service.name}/program ${claimed}`, request.address)
    const program = await attempt.check(verify)
    const account = admitted(await findPerson(parts.store.db, 'email', program.account))
    await attempt.succeeded()
    const { caller, origin, address, verb } = request
    const session = await beginSession(parts, account.id, {
      app: caller.app,
      forever: false,
      device: deviceOf(request),
      origin,
      until: program.until,
      proof: { program: { service: service.id, modified: service.modified, name: program.name } },
    })
    const credential = { kind: 'provider token', name: program.name } as const
    const by = { caller: { ...asOwner(caller, { ...account }), program: credential }, address, verb }
    await noteBeginning(writes, account, `begun by ${program.name} with ${service.name}`, by)
    return session
  }
}

/** Administrators have access tokens for their programs, which are limited to scopes. */
function admitted(account: Account | null): Account {
  if (account === null) throw new Problem(401, 'The account set for this program does not exist.')
  if (account.is_active === 0) throw new Problem(401, 'This account is not active.')
  if (account.is_sys_admin !== 0)
    throw new Problem(401, 'Programs cannot sign in as administrators this way. Use an access token.')
  return account
}

function noteBeginning(writes: AccountWriter, { id, email }: Account, how: string, by: By): Promise<void> {
  return writes.run(by, async (_, actor, log) => {
    const previous = { name: email, sessions: null }
    const next = { name: email, sessions: how }
    log.auditLog.note({ declared: auditedSessions, key: id, previous, next }, actor)
  })
}
