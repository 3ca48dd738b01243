import { Problem } from '@millwright/contract/problem'
import { string } from '@millwright/contract/records/field'
import type { AccessRequest, AccessRequests } from '../../gateway/parts.ts'
import { callerName } from '../../records/system/caller-name.ts'
import { declareTable } from '../../records/system/declared-table.ts'
import type { Caller } from '../../request/caller.ts'
import type { Store } from '../../store/store.ts'
import type { PersonMail } from '../email/person-mail.ts'
import type { AccountWriter } from './account-writer.ts'
import { administratorsToTell } from './administrators.ts'
import type { Throttle } from './throttle.ts'

interface RequestParts {
  readonly store: Pick<Store, 'db'>
  readonly mail: PersonMail
  readonly writes: AccountWriter
  /** Throttles by requesting person. */
  readonly throttle: Throttle
}

/** Requests by people and apps for access that their roles do not allow (docs/wire/mcp.md). */
export function createAccessRequests({ store, mail, writes, throttle }: RequestParts): AccessRequests {
  async function told(wanted: AccessRequest, { caller, origin }: { caller: Caller; origin: string }): Promise<number> {
    const asked = wordsOf(wanted, caller)
    const people = await administratorsToTell(store)
    if (people.length === 0) throw new Problem(503, 'No email can be sent: there is no administrator to ask.')
    const sent = await Promise.allSettled(
      people.map((person) => mail.sendAccessRequest({ person: { ...person, isKnown: true }, origin, asked })),
    )
    const failed = sent.find((each) => each.status === 'rejected')
    const count = sent.filter((each) => each.status === 'fulfilled').length
    if (count === 0 && failed !== undefined) throw failed.reason
    return count
  }

  return {
    async ask(wanted, { caller, origin: addressed, linkOrigin, address }) {
      // The `Host` header is chosen by the caller and therefore not trusted.
      const origin = linkOrigin?.() ?? addressed
      const who = `${caller.user?.id ?? ''} ${caller.app?.id ?? ''}`
      const attempt = await throttle.attempt(who, address).catch(inOwnWords)
      const count = await attempt.check(() => told(wanted, { caller, origin }))
      const next = { name: callerName(caller), ...wordsOf(wanted, caller) }
      await writes.run({ caller, address, verb: 'POST' }, async (_, { auditLog, ...actor }) => {
        const change = { declared: audited, key: wanted.at, previous: null, next }
        auditLog.note(change, { auditLog, ...actor })
      })
      return count
    },
  }
}

const none = '–'

function wordsOf({ at, services, operations, note }: AccessRequest, caller: Caller) {
  const { user, role, assistant } = caller
  return {
    who: user === null ? (callerName(caller) ?? none) : `${user.name} (${user.email})`,
    role: role?.name ?? none,
    assistant: assistant ?? none,
    service: at,
    services: services.join(', ') || none,
    operations: operations.join(', ') || none,
    note: note || none,
  }
}

/** Declares the requests for the audit log. There is no such table. */
const audited = declareTable({
  table: 'audit',
  auditedAs: 'access_request',
  label: 'Access Request',
  key: 'service',
  keyType: 'text',
  audit: 'none',
  fields: { name: string(), service: string(), services: string(), operations: string(), note: string() },
  authority: 'instance',
})

function inOwnWords(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 429) throw error
  throw new Problem(429, 'Too many requests for access.', { headers: error.headers })
}
