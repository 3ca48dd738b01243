import { Problem } from '@millwright/contract/problem'
import { string } from '@millwright/contract/records/field'
import { isVerb, maskOf } from '@millwright/contract/verbs'
import { isFullAdmin } from '../../../access/required-rights.ts'
import type { AccessRequests, Invitations, Parts, RequestedAccess } from '../../../gateway/parts.ts'
import type { By } from '../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import { callerName } from '../../../records/system/audit-log.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import { responseOrigin } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import type { PersonMail } from '../email/person-mail.ts'
import { createAccountNotices } from './account-notices.ts'
import type { AccountWriter } from './account-writer.ts'
import { administratorsToTell } from './administrators.ts'
import { type Account, isConfirmed } from './authenticate.ts'
import { createMailedCodes } from './codes.ts'
import type { Identity } from './identity.ts'
import type { Throttle } from './throttle.ts'

type LetterParts = Pick<Parts, 'config' | 'store' | 'clock' | 'background'> & {
  readonly mail: PersonMail
  readonly keep: Parameters<typeof createAccessRequests>[0]['keep']
}

/** Creates all mails to people about themselves and others. */
export function createLetters(
  parts: LetterParts,
  { accessRequests, twoStep: { writes } }: Pick<Identity, 'accessRequests' | 'twoStep'>,
): Pick<Parts, 'invitations' | 'notices' | 'accessRequests'> {
  return {
    invitations: createInvitations(parts),
    notices: createAccountNotices(parts),
    accessRequests: createAccessRequests({ ...parts, writes, throttle: accessRequests }),
  }
}

interface InvitationParts {
  readonly store: Store
  readonly clock: Clock
  readonly mail: PersonMail
}

/** Invites people by mail. An invitation that cannot be sent changes nothing. */
export function createInvitations({ store, clock, mail }: InvitationParts): Invitations {
  const codes = createMailedCodes(store, clock)

  return {
    invite: async (userId, kind, request) => {
      const found = await store.db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
      if (found === undefined) throw new Problem(404, `Record with identifier '${userId}' not found.`)
      const person = { ...found, isKnown: isConfirmed(found) || (await isUnchangedEntry(found)) }
      // Only full administrators are trusted to name the host of links by the header Host.
      const isTrusted = isFullAdmin(request.caller)
      const origin = isTrusted ? request.origin : responseOrigin(request)
      const adminId = kind === 'admin' ? userId : null
      await codes.send(userId, (code) => mail.send({ purpose: 'invite', kind, person, code, origin, adminId }))
    },
  }

  /** Whether an administrator created the account, which nobody has been able to sign in to since. */
  async function isUnchangedEntry({ created_by_id, password }: Account): Promise<boolean> {
    if (created_by_id === null || password !== null) return false
    const by = await store.db
      .selectFrom('user')
      .select('is_sys_admin')
      .where('id', '=', created_by_id)
      .executeTakeFirst()
    return by?.is_sys_admin === 1
  }
}

interface RequestParts {
  readonly store: Pick<Store, 'db'>
  readonly mail: PersonMail
  readonly writes: AccountWriter
  /** Throttles by requesting person. */
  readonly throttle: Throttle
  /** Stores requests that people can decide about, and returns their ids. */
  readonly keep: (newRequests: readonly KeptRequest[], by: By) => Promise<readonly number[]>
}

interface KeptRequest {
  readonly service: string
  readonly component: string
  /** Mask of verbs. */
  readonly mask: number
  readonly note: string | null
}

/** Maximum number of requests that one call of the tool makes, as no more may be open. */
const mostKept = 5

/** Requests by people and apps for access that their roles do not allow (docs/wire/mcp.md). */
function createAccessRequests({ store, mail, writes, throttle, keep }: RequestParts): AccessRequests {
  async function tellAdministrators(
    wanted: RequestedAccess,
    { caller, origin }: { caller: Caller; origin: string },
  ): Promise<number> {
    const details = wordsOf(wanted, caller)
    const people = await administratorsToTell(store)
    if (people.length === 0) throw new Problem(503, 'No email can be sent: there is no administrator to ask.')
    const sent = await Promise.allSettled(
      people.map((person) => mail.sendAccessRequest({ person: { ...person, isKnown: true }, origin, asked: details })),
    )
    const failed = sent.find((each) => each.status === 'rejected')
    const count = sent.filter((each) => each.status === 'fulfilled').length
    if (count === 0 && failed !== undefined) throw failed.reason
    return count
  }

  /** Those of the services that exist, with what can be read from the operations. */
  async function keptOf({ services, operations, note }: RequestedAccess, by: By): Promise<readonly number[]> {
    const requests: number[] = []
    for (const service of services.slice(0, mostKept)) {
      for (const { component, mask } of componentsIn(operations).slice(0, mostKept - requests.length)) {
        const newRequest = { service: service.toLowerCase(), component, mask, note: note === '' ? null : note }
        requests.push(...(await keep([newRequest], by).catch(ignoreUnknown)))
      }
    }
    return requests
  }

  return {
    async ask(wanted, { caller, origin: addressed, linkOrigin, address }) {
      // The `Host` header is chosen by the caller and therefore not trusted.
      const origin = linkOrigin?.() ?? addressed
      const who = `${caller.user?.id ?? ''} ${caller.app?.id ?? ''}`
      const attempt = await throttle.attempt(who, address).catch(inOwnWords)
      const by = { caller, address, verb: 'POST' } as const
      const { count, requests } = await attempt.check(async () => {
        const requests = await keptOf(wanted, by)
        const sent = tellAdministrators(wanted, { caller, origin })
        // A request that people find in the console needs no mail.
        return { requests, count: await (requests.length === 0 ? sent : sent.catch(() => 0)) }
      })
      const next = { name: callerName(caller), ...wordsOf(wanted, caller) }
      await writes.run(by, async (_, { auditLog, ...actor }) => {
        const change = { declared: audited, key: wanted.at, previous: null, next }
        auditLog.note(change, { auditLog, ...actor })
      })
      return { told: count, requests }
    },
  }
}

const none = '–'

function wordsOf({ at, services, operations, note }: RequestedAccess, caller: Caller) {
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

/** Components with their verbs, from texts such as `_table/contact: GET` or `read`; GET if none names a verb. */
function componentsIn(operations: readonly string[]): readonly { readonly component: string; readonly mask: number }[] {
  const masks = new Map<string, number>()
  for (const text of operations) {
    const words = text.split(/[\s,;:]+/)
    const named = words.find((word) => /^_\w+(?:\/[^*]*(?:\/\*)?)?$/.test(word)) ?? '*'
    // A table includes its records by id.
    const component = /^_table\/[^/]+$/.test(named) ? `${named}/*` : named
    masks.set(component, (masks.get(component) ?? 0) | maskOf(words.filter(isVerb)))
  }
  return [...masks].map(([component, mask]) => ({ component, mask: mask || maskOf(['GET']) }))
}

/** What an assistant calls a service may be none, or none that is granted. */
function ignoreUnknown(error: unknown): [] {
  if (error instanceof Problem && (error.status === 400 || error.status === 404)) return []
  throw error
}

function inOwnWords(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 429) throw error
  throw new Problem(429, 'Too many requests for access.', { headers: error.headers })
}
