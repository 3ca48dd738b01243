import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { RelativeDate } from '../../widgets/record-list/relative-date.tsx'
import styles from './profile.module.css'
import list from './two-step/two-step.module.css'

/** The clients that the signed-in person let act for them, each with an end; nothing where there is none. */
export function ConnectedClients() {
  const queryClient = useQueryClient()
  const environment = useQuery(environmentQuery).data ?? {}
  const { data = [] } = useQuery({ ...connectedClientsQuery, enabled: hasFeature(environment, 'connected-clients') })
  if (data.length === 0) return null

  const end = async ({ id, client_name }: ConnectedClient) => {
    const run = async () => {
      await send({ verb: 'DELETE', path: 'user/connected_client', params: { id } })
    }
    const text = 'It can do nothing in your name any more, unless you connect it again.'
    if (!(await confirm({ title: `Disconnect ${client_name}?`, text, action: 'Disconnect', danger: true, run }))) return
    notify({ type: 'success', title: 'Connected clients', text: 'Client disconnected.' })
    await queryClient.invalidateQueries(connectedClientsQuery)
  }

  return (
    <section className={styles.card} aria-labelledby="profile-clients">
      <div>
        <h2 id="profile-clients">Connected clients</h2>
        <p className={styles.purpose}>Assistants and other programs that act in your name at MCP services.</p>
      </div>
      <ul className={list.factors} aria-labelledby="profile-clients">
        {data.map((client) => (
          <li key={client.id} className={list.factor}>
            <div>
              <Text breakAnywhere>{client.client_name}</Text>
              <Text tone="muted" size="sm" breakAnywhere>
                {client.service_name} · {rightsOf(client.scope)} · {client.client_host}
              </Text>
            </div>
            <Text as="span" tone="muted" size="sm" className={list.use}>
              Since <RelativeDate value={client.created_date} />
              {client.last_used_date ? (
                <>
                  {' · '}used <RelativeDate value={client.last_used_date} />
                </>
              ) : null}
            </Text>
            <Row as="span" align="stretch" className={list.tools}>
              <IconButton
                size="small"
                label={`Disconnect ${client.client_name} from ${client.service_name}`}
                icon={<IconPlugConnectedX />}
                onClick={() => void end(client)}
              />
            </Row>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What scopes allow, in a word or two. */
function rightsOf(scope: string): string {
  const scopes = scope.split(' ')
  if (scopes.includes('mcp:admin')) return 'may administer'
  return scopes.includes('mcp:write') ? 'may read and write' : 'may read'
}

const connectedClientsQuery = queryOptions({
  queryKey: ['connected-clients'],
  queryFn: async ({ signal }) => {
    const path = 'user/connected_client'
    return (await send<{ resource: ConnectedClient[] }>({ verb: 'GET', path, signal })).data.resource
  },
})
