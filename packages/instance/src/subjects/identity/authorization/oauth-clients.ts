import { randomBytes } from 'node:crypto'
import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Store } from '../../../store/store.ts'
import type { Throttle } from '../people/throttle.ts'
import {
  type ClientDocuments,
  type ClientMetadata,
  isDocumentAddress,
  type OauthClient,
  readClientMetadata,
} from './client-metadata.ts'
import { OauthProblem } from './oauth-problem.ts'
import type { McpService } from './server-metadata.ts'

/** Clients, by document or registration (docs/wire/oauth.md). */
export interface OauthClients {
  /** Throws 400 for an unknown client; documents are cached for a while. */
  find(id: string, service: McpService): Promise<OauthClient>
  /** Registers a client with one service (RFC 7591). Throws 429 for too many registrations. `address`: IP address. */
  register(sent: unknown, service: McpService, address: string): Promise<RegisteredClient>
  /** Throws 429 for too many requests to the service. `address`: IP address. */
  refuseFlood(service: McpService, address: string): Promise<void>
  /** Extends the registration of a client that a person has authorized. */
  used(id: string): Promise<void>
}

export interface RegisteredClient extends ClientMetadata {
  readonly id: string
  /** Unix seconds. */
  readonly issued: number
}

interface ClientParts {
  readonly store: Pick<Store, 'db' | 'transaction'>
  readonly clock: Clock
  readonly documents: ClientDocuments
  readonly throttle: Throttle
}

/** Seconds for which an unused registration is stored. */
const kept = 90 * 86_400
/** Maximum number of registrations per service that were never used; the oldest are deleted. */
const maxUnused = 500
/** Maximum number of used registrations per service. */
const maxUsed = 5_000

export function createOauthClients({ store, clock, documents, throttle }: ClientParts): OauthClients {
  const { db } = store
  const now = () => Math.floor(clock() / 1000)

  async function registered(id: string, service: McpService): Promise<OauthClient | null> {
    const row = await db
      .selectFrom('oauth_client')
      .select(['name', 'redirect_uris'])
      .where('client_id', '=', id)
      .where('service_id', '=', service.id)
      .where('expires', '>', now())
      .executeTakeFirst()
    if (row === undefined) return null
    return { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris), verified: false, secret: null }
  }

  return {
    async find(id, service) {
      const known = service.endpoint.knownClient
      if (known !== null && known.id === id) return { ...known, name: service.label, verified: true }
      const found = isDocumentAddress(id) ? await documents.read(id) : await registered(id, service)
      if (found === null) throw new OauthProblem('invalid_client', unknownClient, { status: 401 })
      return found
    },

    async register(sent, service, address) {
      const metadata = readClientMetadata(sent)
      await refuseFlood(throttle, service, address)
      const id = `mwc_${randomBytes(18).toString('base64url')}`
      await store.transaction(async (tx) => {
        const ofService = tx.selectFrom('oauth_client').where('service_id', '=', service.id)
        const used = await ofService.where('is_used', '=', 1).select(tx.fn.countAll().as('count')).executeTakeFirst()
        if (Number(used?.count) >= maxUsed) throw tooMany()
        await tx
          .deleteFrom('oauth_client')
          .where(
            'id',
            'in',
            ofService
              .where('is_used', '=', 0)
              .select('id')
              .orderBy('id', 'desc')
              .offset(maxUnused - 1)
              .limit(1000),
          )
          .execute()
        await tx
          .insertInto('oauth_client')
          .values({
            client_id: id,
            service_id: service.id,
            name: metadata.name,
            redirect_uris: JSON.stringify(metadata.redirectUris),
            created_date: isoMicros(clock()),
            expires: now() + kept,
            is_used: 0,
          })
          .execute()
      })
      return { ...metadata, id, issued: now() }
    },

    refuseFlood: (service, address) => refuseFlood(throttle, service, address),

    async used(id) {
      await db
        .updateTable('oauth_client')
        .set({ is_used: 1, expires: now() + kept })
        .where('client_id', '=', id)
        .execute()
    },
  }
}

const unknownClient = 'This client is not registered here, or its registration has expired. Register it again.'
const tooMany = () =>
  new OauthProblem('temporarily_unavailable', 'Too many clients are registered with this service.', { status: 503 })

async function refuseFlood(throttle: Throttle, { id }: McpService, address: string): Promise<void> {
  try {
    await throttle.attempt(`service ${id}`, address)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error
    const { headers } = error
    const sentence = `Too many registrations from this address. Try again in ${counted(Number(headers['Retry-After']), 'second')}.`
    throw new OauthProblem('slow_down', sentence, { status: 429, headers })
  }
}
