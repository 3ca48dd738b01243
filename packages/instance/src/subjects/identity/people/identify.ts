import { Problem } from '@millwright/contract/problem'
import { appPassword } from '../../../access/required-rights.ts'
import type { Identify } from '../../../gateway/parts.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Credentials } from '../../../request/call.ts'
import type { Caller, ProgramCredential } from '../../../request/caller.ts'
import { type AccessTokens, isAccessToken } from './access-tokens/access-tokens.ts'
import type { Authenticate } from './authenticate.ts'
import { appRefusal, callerOf } from './caller-of.ts'
import type { Directory, KnownApp, Person } from './directory.ts'
import type { NoteUse } from './key-use.ts'
import type { CachedRecord } from './record-cache.ts'
import type { Revocations } from './revocations.ts'
import type { Sessions, UsedSession } from './sessions/sessions.ts'
import { invalidToken } from './token-rules.ts'
import type { SessionTokens, VerifiedToken } from './tokens.ts'
import type { AppPasswords } from './two-step/app-passwords.ts'
import { type SecondStep, stepPersonOf } from './two-step/second-step.ts'

/** A caller with the records it was built from. Valid as long as none of them is stale. */
interface Binding {
  readonly caller: Caller
  readonly person: CachedRecord<unknown> | null
  readonly app: CachedRecord<KnownApp | null> | null
  readonly role: CachedRecord<unknown> | null
  /** When the key ends, in milliseconds. */
  readonly ends: number
}

/** A verified token, with the callers by API key. */
interface Session {
  /** In milliseconds. */
  readonly expires: number
  /** The epoch of revocations in which the token was last found valid. */
  readonly epoch: number
  /** The keys that could have signed it at that time. */
  readonly signers: SessionTokens['signers']
  readonly bindings: Map<string, Binding>
  readonly use: UsedSession
}

interface IdentifyParts {
  readonly clock: Clock
  readonly directory: Directory
  readonly tokens: SessionTokens
  readonly revocations: Revocations
  readonly authenticate: Authenticate
  readonly noteKeyUse: NoteUse<KnownApp>
  readonly noteSessionUse: Sessions['note']
  readonly appPasswords: AppPasswords
  readonly accessTokens: AccessTokens
  readonly secondStep: SecondStep
}

const maxSessions = 10_000
const maxGuests = 1_000
const keysPerSession = 8

/**
 * Identifies the caller of a request. A token that was verified before is found synchronously by one lookup. It is verified
 * again after a change to its person, app or role, and after any revocation.
 */
export function createIdentify(parts: IdentifyParts): Identify {
  const { clock, directory, tokens, revocations, authenticate, noteKeyUse, noteSessionUse } = parts
  const { appPasswords, accessTokens, secondStep } = parts
  const sessions = createLruCache<string, Session>(maxSessions)
  const guests = createLruCache<string, Binding>(maxGuests)

  return (credentials, address) => {
    const { apiKey, token } = credentials
    if (credentials.scriptToken) throw invalidToken('Script tokens are not accepted.')
    if (token) {
      if (isAccessToken(token)) return byAccessToken(token, apiKey)
      const session = sessions.get(token)
      if (session !== undefined && session.expires > clock() && isCurrent(session)) {
        const binding = session.bindings.get(apiKey ?? '')
        if (binding !== undefined && isFresh(binding)) {
          noteSessionUse(session.use)
          return used(binding)
        }
      }
      return byToken(token, apiKey)
    }
    if (credentials.basic !== null) return byPassword(credentials.basic, apiKey, address)
    if (!apiKey) return apiKey === null ? anonymous : anonymousWithKey
    const guest = guests.get(apiKey)
    return guest !== undefined && isFresh(guest) ? used(guest) : byKey(apiKey)
  }

  function isCurrent({ epoch, signers }: Session): boolean {
    return epoch === revocations.epoch && signers === tokens.signers
  }

  function used({ caller, app }: Binding): Caller {
    if (app !== null) noteUse(app)
    return caller
  }

  async function byToken(token: string, apiKey: string | null): Promise<Caller> {
    const epoch = revocations.epoch
    const { signers } = tokens
    const app = await activeApp(apiKey)
    const verified = await verify(token)
    const binding = await bind(verified.person, app, apiKey, token, verified.program)
    const known = sessions.get(token)
    const reusable =
      known !== undefined && known.epoch === epoch && known.signers === signers && known.bindings.size < keysPerSession
    const bindings = reusable ? known.bindings : new Map<string, Binding>()
    bindings.set(apiKey ?? '', binding)
    const use = known?.use ?? verified.session
    noteSessionUse(use)
    sessions.set(token, { expires: verified.expires * 1000, epoch, signers, bindings, use })
    return binding.caller
  }

  async function verify(token: string): Promise<VerifiedToken> {
    try {
      return await tokens.verify(token)
    } catch (error) {
      sessions.delete(token)
      throw error
    }
  }

  async function byAccessToken(token: string, apiKey: string | null): Promise<Caller> {
    const sent = await activeApp(apiKey)
    const { person, callerOf: limited } = await accessTokens.verify(token)
    const app = apiKey === null ? await usualApp(person.value) : sent
    return limited((await bind(person, app, apiKey, null)).caller)
  }

  /** Restricted administrators have their role in apps, whose keys programs need not send. */
  async function usualApp({ sysadmin, roles }: Person): Promise<CachedRecord<KnownApp | null> | null> {
    const [id] = [...roles.keys()].toSorted((one, other) => one - other)
    return sysadmin || id === undefined ? null : await directory.appById(id)
  }

  async function byPassword(
    { email, password }: NonNullable<Credentials['basic']>,
    apiKey: string | null,
    address: string,
  ): Promise<Caller> {
    const app = await activeApp(apiKey)
    const login = { attribute: 'email', name: email, password, population: null, address } as const
    const known = await appPasswords.find(login)
    if (known !== null) return (await bind(await directory.person(known.user), app, apiKey, null, appPassword)).caller
    const person = await directory.person((await authenticate(login)).id)
    if (person.value !== null && (await secondStep.isNeeded(stepPersonOf(person.value)))) throw basicIsNotEnough()
    return (await bind(person, app, apiKey, null)).caller
  }

  async function byKey(apiKey: string): Promise<Caller> {
    const app = await activeApp(apiKey)
    const binding = await bind(null, app, apiKey, null)
    if (binding.app !== null) guests.set(apiKey, binding)
    return binding.caller
  }

  async function activeApp(apiKey: string | null): Promise<CachedRecord<KnownApp | null> | null> {
    if (!apiKey) return null
    const app = await directory.app(apiKey)
    const refused = appRefusal(app.value, clock())
    if (refused !== null) throw refused
    noteUse(app)
    return app
  }

  /** The use of a replaced key is none of the key that the record has. */
  function noteUse(app: CachedRecord<KnownApp | null>): void {
    if (app.value?.isReplaced !== true) noteKeyUse(app)
  }

  async function bind(
    person: CachedRecord<Person | null> | null,
    app: CachedRecord<KnownApp | null> | null,
    apiKey: string | null,
    token: string | null,
    program?: ProgramCredential,
  ): Promise<Binding> {
    const role = await directory.roleOf(person?.value ?? null, app?.value ?? null)
    return {
      caller: callerOf(person?.value ?? null, app?.value ?? null, role?.value ?? null, apiKey, token, program),
      person,
      app,
      role,
      ends: app?.value?.ends ?? Number.POSITIVE_INFINITY,
    }
  }

  /** The end is compared with the time of each request, so that no node accepts a key that has ended, whatever it was told. */
  function isFresh({ person, app, role, ends }: Binding): boolean {
    return !person?.stale && !app?.stale && !role?.stale && clock() < ends
  }
}

const basicIsNotEnough = () =>
  new Problem(401, 'This account requires two-step sign-in, which HTTP Basic does not support. Use an app password.')

const anonymous = callerOf(null, null, null, null, null)
const anonymousWithKey = callerOf(null, null, null, '', null)
