import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { Purpose } from '../../ui/purpose.tsx'
import { ClientList, disconnect } from '../../widgets/access/connected-clients/client-list.tsx'
import { profileMessages } from './messages.ts'
import styles from './profile.module.css'

const path = 'user/connected_client'

/** The clients that the signed-in person authorized, with buttons to revoke each; renders nothing if there are none. */
export function ConnectedClients() {
  const queryClient = useQueryClient()
  const environment = useQuery(environmentQuery).data ?? {}
  const { data = [] } = useQuery({ ...connectedClientsQuery, enabled: hasFeature(environment, 'connected-clients') })
  if (data.length === 0) return null

  const end = async (client: ConnectedClient) => {
    const ended = await disconnect(client, { verb: 'DELETE', path, params: { id: client.id } })
    if (ended) await queryClient.invalidateQueries(connectedClientsQuery)
  }
  return (
    <section className={styles.card} aria-labelledby="profile-clients">
      <div>
        <h2 id="profile-clients">{profileMessages.connectedClients}</h2>
        <Purpose>{profileMessages.connectedClientsHelp}</Purpose>
      </div>
      <ClientList
        label={profileMessages.connectedClients}
        clients={data}
        about={({ service_name }) => service_name}
        onDisconnect={(client) => void end(client)}
      />
    </section>
  )
}

const connectedClientsQuery = queryOptions({
  queryKey: ['connected-clients'],
  queryFn: async ({ signal }) =>
    (await send<{ resource: ConnectedClient[] }>({ verb: 'GET', path, signal })).data.resource,
})
