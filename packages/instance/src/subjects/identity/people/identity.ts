import type { Identify, Passwords, ProgramProof } from '../../../gateway/parts.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Background } from '../../../platform/background.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { SigningKeys, Vault } from '../../../platform/vault.ts'
import type { Store } from '../../../store/store.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens/access-tokens.ts'
import { type Authenticate, createAuthenticate } from './authenticate.ts'
import { createDirectory, type Directory, type KnownApp } from './directory.ts'
import { createIdentify } from './identify.ts'
import { createNoteUse } from './key-use.ts'
import {
  createMemoryFailures,
  createSharedMemoryFailures,
  type LoginFailures,
} from './login-failures/login-failures.ts'
import { createPostgresFailures } from './login-failures/postgres-failures.ts'
import { createRedisFailures } from './login-failures/redis-failures.ts'
import { createRevocations, type Revocations } from './revocations.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { createTokens, type ProofRules, type SessionTokens } from './tokens.ts'
import { createTwoStep, type TwoStep } from './two-step/two-step.ts'

/** The parts that authenticate callers. */
export interface Identity {
  readonly identify: Identify
  readonly tokens: SessionTokens
  readonly directory: Directory
  readonly authenticate: Authenticate
  readonly throttle: Throttle
  /** Limits registrations only, so that they cannot block logins. */
  readonly registrations: Throttle
  /** Limits registrations of OAuth clients, by service. */
  readonly clientRegistrations: Throttle
  /** Limits attempts at codes that devices display, by the person entering them. */
  readonly deviceCodes: Throttle
  /** Limits access requests, by requesting person. */
  readonly accessRequests: Throttle
  /** Counts requests for access to services that do not exist. */
  readonly serviceNames: Throttle
  close(): Promise<void>
  readonly revocations: Revocations
  readonly sessions: Sessions
  readonly twoStep: TwoStep
  readonly accessTokens: AccessTokens
}

interface IdentityParts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly passwords: Passwords
  readonly background: Background
  /** The keys that sign session tokens. */
  readonly tokenKeys: SigningKeys
  readonly vault: Vault
  readonly kinds: ServiceKinds
}

export function createIdentity(parts: IdentityParts): Identity {
  const { config, store, clock, passwords, background, tokenKeys, vault, kinds } = parts
  const directory = createDirectory(store, clock)
  const revocations = createRevocations(store, clock)
  const failures = failuresOf(parts)
  const throttleOf = (scope: string, limits = config.loginFailures) =>
    createThrottle({ limits, clock, failures, keys: tokenKeys, scope })
  const throttle = throttleOf('log-in')
  const authenticate = createAuthenticate({ store, passwords }, throttle)
  const twoStep = createTwoStep({ store, clock, vault, kinds, background, directory, revocations, throttle })
  const { appPasswords, secondStep } = twoStep
  const proofs: ProofRules = {
    ...twoStep.proofs,
    isGood: (person, proof) =>
      proof.program === undefined ? twoStep.proofs.isGood(person, proof) : isUnchanged(store, proof.program),
  }
  const longestUse = Math.max(config.tokenTtl, config.tokenRefreshTtl)
  const sessions = createSessions({ store, clock, background, revocations, longestUse })
  const tokens = createTokens({ config, clock, directory, revocations, sessions, tokenKeys, proofs })
  const noteKeyUse = createNoteUse<KnownApp>({ clock, background }, 'Use of the key of app', (id, last_used_date) =>
    store.db.updateTable('app').set({ last_used_date }).where('id', '=', id).execute(),
  )
  const accessTokens = createAccessTokens({ store, clock, background, directory, writes: twoStep.writes })
  const identify = createIdentify({
    clock,
    directory,
    tokens,
    revocations,
    authenticate,
    noteKeyUse,
    noteSessionUse: sessions.note,
    appPasswords,
    accessTokens,
    secondStep,
  })
  return {
    identify,
    tokens,
    directory,
    authenticate,
    throttle,
    registrations: throttleOf('registration'),
    clientRegistrations: throttleOf('client registration', clientRegistrations),
    deviceCodes: throttleOf('device code', deviceCodes),
    accessRequests: throttleOf('access request', accessRequests),
    serviceNames: throttleOf('service name', serviceNames),
    revocations,
    sessions,
    twoStep,
    accessTokens,
    async close() {
      await sessions.close()
      await failures.close()
    },
  }
}

const deviceCodes = { account: { count: 10, seconds: 600 }, address: { count: 60, seconds: 600 } }
const accessRequests = { account: { count: 5, seconds: 3600 }, address: { count: 60, seconds: 3600 } }
const serviceNames = { account: { count: 20, seconds: 86_400 }, address: { count: 200, seconds: 86_400 } }
const clientRegistrations = { account: { count: 30, seconds: 600 }, address: { count: 60, seconds: 600 } }

function failuresOf({ config, store }: Pick<IdentityParts, 'config' | 'store'>): LoginFailures {
  if (config.redisUrl !== null) return createRedisFailures(config.redisUrl)
  if (store.engine.store.isShared) return createPostgresFailures(store)
  return store.siblings === null ? createMemoryFailures() : createSharedMemoryFailures(store.siblings)
}

/** Whether the service that vouched for a program is active, and nobody has written its record since. */
async function isUnchanged({ db }: Pick<Store, 'db'>, { service, modified }: ProgramProof): Promise<boolean> {
  const row = await db
    .selectFrom('service')
    .select(['is_active', 'last_modified_date'])
    .where('id', '=', service)
    .executeTakeFirst()
  return row?.is_active === 1 && row.last_modified_date === modified
}
