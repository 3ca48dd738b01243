import { Problem } from '@millwright/contract/problem'
import type { By } from '../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Store } from '../../../store/store.ts'
import type { AccountWriter } from '../people/account-writer.ts'
import type { OauthClient } from './client-metadata.ts'
import { insertGrant, type NewGrant } from './new-grant.ts'
import { newToken, newUserCode, type TokenHashes } from './token-texts.ts'

/** A device that waits until a person enters its code in a browser elsewhere (RFC 8628). */
export interface DeviceLogin {
  readonly id: number
  readonly service: number
  readonly clientId: string
  readonly clientName: string
  readonly clientVerified: boolean
  /** Scopes, separated by blanks. */
  readonly scope: string
}

export type Waiting = 'unknown' | 'expired' | 'asked too soon' | 'undecided' | 'denied' | 'allowed'

export interface StartedDevice {
  readonly deviceCode: string
  readonly userCode: string
}

export interface Devices {
  start(client: OauthClient, service: number, scope: string): Promise<StartedDevice>
  /** Returns the status of a device that polls. `to`: the client and service in its request. */
  poll(deviceCode: string, to: Pick<DeviceLogin, 'clientId' | 'service'>): Promise<Waiting>
  /** Returns the undecided device that shows a code, or `null` if there is none. */
  shown(userCode: string): Promise<DeviceLogin | null>
  /** Allows access. Throws 400 if a decision was made already. */
  allow(id: number, grant: NewGrant, by: By): Promise<void>
  deny(id: number): Promise<void>
}

/** Seconds during which a code can be entered, and between polls of a device. */
export const deviceLife = 900
export const pollInterval = 5
/** Maximum number of waiting devices per service; the oldest are deleted. */
const maxWaiting = 500

interface DeviceParts {
  readonly store: Store
  readonly clock: Clock
  readonly hashes: TokenHashes
  readonly writes: AccountWriter
}

export function createDevices({ store, clock, hashes, writes }: DeviceParts): Devices {
  const { db } = store
  const now = () => Math.floor(clock() / 1000)

  return {
    async start(client, service, scope) {
      const deviceCode = newToken('device')
      const userCode = newUserCode()
      await store.transaction(async (tx) => {
        await tx.deleteFrom('oauth_device').where('expires', '<', now()).execute()
        const own = tx.selectFrom('oauth_device').select('id').where('service_id', '=', service)
        const surplus = own
          .orderBy('id', 'desc')
          .offset(maxWaiting - 1)
          .limit(1000)
        await tx.deleteFrom('oauth_device').where('id', 'in', surplus).execute()
        await tx
          .insertInto('oauth_device')
          .values({
            service_id: service,
            client_id: client.id,
            client_name: client.name,
            verified: client.verified ? 1 : 0,
            scope,
            device_hash: hashes.of(deviceCode),
            user_hash: hashes.of(userCode),
            expires: now() + deviceLife,
            polled: 0,
            decision: 'none',
          })
          .execute()
      })
      return { deviceCode, userCode }
    },

    async poll(deviceCode, { clientId, service }) {
      const row = await db
        .selectFrom('oauth_device')
        .select(['id', 'client_id', 'service_id', 'expires', 'polled', 'decision'])
        .where('device_hash', 'in', hashes.all(deviceCode))
        .executeTakeFirst()
      if (row === undefined || row.client_id !== clientId || row.service_id !== service) return 'unknown'
      if (row.expires <= now()) return 'expired'
      if (row.decision !== 'none') return row.decision
      await db.updateTable('oauth_device').set({ polled: now() }).where('id', '=', row.id).execute()
      return now() - row.polled < pollInterval ? 'asked too soon' : 'undecided'
    },

    async shown(userCode) {
      const row = await db
        .selectFrom('oauth_device')
        .selectAll()
        .where('user_hash', 'in', hashes.all(userCode))
        .where('expires', '>', now())
        .where('decision', '=', 'none')
        .executeTakeFirst()
      if (row === undefined) return null
      const { id, service_id, client_id, client_name, verified, scope } = row
      return {
        id,
        service: service_id,
        clientId: client_id,
        clientName: client_name,
        clientVerified: verified !== 0,
        scope,
      }
    },

    async allow(id, grant, by) {
      await writes.run(by, async (tx, actor) => {
        const [decided] = await tx.all(
          `UPDATE "oauth_device" SET "decision" = 'allowed'
            WHERE "id" = ? AND "decision" = 'none' AND "expires" > ? RETURNING "device_hash", "expires"`,
          id,
          now(),
        )
        if (decided === undefined) throw answered()
        await insertGrant(tx, actor, clock, grant, {
          kind: 'device',
          hash: String(decided.device_hash),
          expires: Number(decided.expires),
          redirectUri: null,
          challenge: null,
        })
      })
    },

    async deny(id) {
      const decided = await db
        .updateTable('oauth_device')
        .set({ decision: 'denied' })
        .where('id', '=', id)
        .where('decision', '=', 'none')
        .returning('id')
        .executeTakeFirst()
      if (decided === undefined) throw answered()
    },
  }
}

const answered = () => new Problem(400, 'This code has already been used, or has expired. Start again on your device.')
