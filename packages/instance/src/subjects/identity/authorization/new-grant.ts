import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Actor } from '../../../records/system/declared-table.ts'
import { insertRow } from '../../../records/system/rows.ts'
import type { Tx } from '../../../records/system/sql-runner.ts'
import { connectedClient } from '../../ground/models/access-models.ts'

/** A person's decision to give a client access. */
export interface NewGrant {
  readonly service: number
  readonly user: number
  readonly client: { readonly id: string; readonly name: string; readonly host: string }
  /** Scopes, separated by blanks. */
  readonly scope: string
  /** The person's token generation. */
  readonly generation: number
  readonly twoStep: boolean
  /** Seconds for which the client has access. */
  readonly seconds: number
}

/** The code with which a client fetches its first tokens. */
interface FirstCode {
  readonly kind: 'code' | 'device'
  readonly hash: string
  /** Unix seconds. */
  readonly expires: number
  /** With a browser; `null` for a device. */
  readonly redirectUri: string | null
  readonly challenge: string | null
}

export async function insertGrant(tx: Tx, actor: Actor, clock: Clock, grant: NewGrant, code: FirstCode): Promise<void> {
  const values = {
    service_id: grant.service,
    user_id: grant.user,
    client_id: grant.client.id,
    client_name: grant.client.name,
    client_host: grant.client.host,
    scope: grant.scope,
    generation: grant.generation,
    two_step: grant.twoStep ? 1 : 0,
    created_date: isoMicros(clock()),
    last_used_date: null,
    expires: Math.floor(clock() / 1000) + grant.seconds,
  }
  const { id } = await insertRow(tx, connectedClient, values, actor)
  await tx.all(
    `INSERT INTO "oauth_token" ("grant_id", "kind", "hash", "expires", "redirect_uri", "challenge")
      VALUES (?, ?, ?, ?, ?, ?)`,
    Number(id),
    code.kind,
    code.hash,
    code.expires,
    code.redirectUri,
    code.challenge,
  )
}
