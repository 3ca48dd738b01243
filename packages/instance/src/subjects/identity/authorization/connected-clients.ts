import { Problem } from '@millwright/contract/problem'
import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { rejectProgram } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { isoMicros } from '../../../platform/clock.ts'
import { deleteRow, storedRow } from '../../../records/system/rows.ts'
import type { AccessRequest } from '../../../request/api-request.ts'
import { assertNoRest, unsupported } from '../../../request/body.ts'
import type { CallerUser } from '../../../request/caller.ts'
import { number } from '../../../request/params.ts'
import { connectedClient } from '../../ground/models/access-models.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import type { AccountWriter } from '../people/account-writer.ts'

/** `system/connected_client`: the clients of all people, for unrestricted administrators to read and disconnect (docs/wire/oauth.md). */
const declaration: ResourceDeclaration = {
  name: 'connected_client',
  label: 'Connected Clients',
  description: 'Clients that users have authorized at MCP services; deleting one revokes its access immediately.',
  travels: 'people',
  declared: connectedClient,
  madeElsewhere: true,
  scope: { values: {} },
  relations: [],
  guard({ caller, verb }) {
    if (!caller.sysadmin) throw new Problem(403, 'Only system administrators can see which clients are connected.')
    if (verb !== 'GET') rejectProgram(caller)
  },
}

export const createConnectedClientResource = (parts: Parts): SystemResource => createResource(declaration, parts)

/** `user/connected_client`: lists the caller's own clients, and disconnects one of them by `?id=`. */
export function createOwnClientsResource({ store }: Pick<Parts, 'store'>, writes: AccountWriter): SystemResource {
  const { db } = store

  async function list(user: CallerUser): Promise<ConnectedClient[]> {
    const rows = await db
      .selectFrom('oauth_grant as grant')
      .innerJoin('service', 'service.id', 'grant.service_id')
      .selectAll('grant')
      .select('service.name as service_name')
      .where('grant.user_id', '=', user.id)
      .where('grant.last_used_date', 'is not', null)
      .orderBy('grant.id', 'desc')
      .limit(most)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      service_id: row.service_id,
      service_name: row.service_name,
      user_id: user.id,
      user_email: user.email,
      client_id: row.client_id,
      client_name: row.client_name,
      client_host: row.client_host,
      scope: row.scope,
      created_date: row.created_date,
      last_used_date: row.last_used_date,
      expires_date: isoMicros(row.expires * 1000),
    }))
  }

  return {
    name: 'connected_client',
    label: 'Connected Clients',
    description: 'Your own clients at MCP services.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void whoCalls(request),
    async handle(request, rest) {
      assertNoRest(rest)
      const user = whoCalls(request)
      if (request.verb === 'GET') return { status: 200, body: { resource: await list(user) } }
      if (request.verb !== 'DELETE') throw unsupported(request)
      rejectProgram(request.caller)
      const id = number(request.params, 'id')
      if (id === undefined || !Number.isSafeInteger(id)) throw new Problem(400, 'The parameter id is required.')
      await writes.run(request, async (tx, actor, log) => {
        const previous = await storedRow(tx, connectedClient, id)
        if (previous?.user_id !== user.id) throw new Problem(404, `You have no connected client ${id}.`)
        await deleteRow(tx, connectedClient, previous, id, actor)
        log.changed('oauth_grant', id)
      })
      return { status: 200, body: { id } }
    },
  }
}

const most = 500

function whoCalls({ caller: { user } }: AccessRequest): CallerUser {
  if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
  return user
}
