import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { ClientList, disconnect } from '../../../widgets/access/connected-clients/client-list.tsx'
import { t } from './messages.ts'

const most = 100

/** The clients connected to an MCP service and their users, each with a button to disconnect it. */
export function ServiceClients({ service }: { service: number }) {
  const queryClient = useQueryClient()
  const query = clientsOf(service)
  const { data, error } = useQuery(query)
  if (error) return <Banner tone="warning">{messageOf(error)}</Banner>
  if (data === undefined) return null

  const end = async (client: ConnectedClient) => {
    const path = `system/connected_client/${client.id}`
    if (await disconnect(client, { verb: 'DELETE', path })) await queryClient.invalidateQueries(query)
  }
  return (
    <Stack as="section" gap={3}>
      <h3>{t.connectedClients}</h3>
      {data.length === 0 ? (
        <Text tone="muted">{t.noClients}</Text>
      ) : (
        <ClientList
          label={t.connectedClients}
          clients={data}
          about={({ user_email }) => user_email}
          onDisconnect={(client) => void end(client)}
        />
      )}
    </Stack>
  )
}

function clientsOf(service: number) {
  return queryOptions({
    queryKey: ['connected-clients', service],
    queryFn: async ({ signal }) => {
      const params = { filter: `service_id=${service}`, order: 'id DESC', limit: most }
      const path = 'system/connected_client'
      return (await send<{ resource: ConnectedClient[] }>({ verb: 'GET', path, params, signal })).data.resource
    },
  })
}
