import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { useServerSentences } from '../../../instance/use-server-sentences.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { ClientList, disconnect } from '../../../widgets/access/connected-clients/client-list.tsx'
import { ClientSteps } from '../../../widgets/code/mcp-clients/client-steps.tsx'
import styles from '../services.module.css'
import { t } from './messages.ts'

interface ConnectSectionProps {
  /** `null` if not saved yet. */
  stored: { readonly id: number; readonly name: string } | null
}

/** How to connect assistants to an MCP service, and which are connected. */
export function ConnectSection({ stored }: ConnectSectionProps) {
  const environment = useEnvironment()
  const knowsClients = hasFeature(environment, 'connected-clients')
  const reports = hasFeature(environment, 'mcp-reports')
  return (
    <div className={styles.info}>
      {stored === null ? (
        <Text tone="muted">{t.urlAfterSaving}</Text>
      ) : (
        <Stack gap={5}>
          {reports ? <ServiceFindings service={stored.name} /> : null}
          <ClientSteps service={stored.name} />
          {reports ? <ServiceAccess service={stored.name} /> : null}
          {knowsClients ? <ServiceClients service={stored.id} /> : null}
        </Stack>
      )}
    </div>
  )
}

/** What keeps assistants from using an MCP service, as the instance reports it. Renders nothing if there is no report. */
function ServiceFindings({ service }: { service: string }) {
  const { data } = useReport('mcp_health', service)
  const say = useServerSentences()
  const wrong = data?.checks.filter((check) => check.status !== 'ok' && check.details.service !== null) ?? []
  if (wrong.length === 0) return null
  return (
    <Banner tone="warning">
      {wrong.map(({ message }) => (
        <p key={message}>{say(message)}</p>
      ))}
    </Banner>
  )
}

/** Roles that an MCP service admits, and rejected roles with requests. Renders nothing if the instance has no report. */
function ServiceAccess({ service }: { service: string }) {
  const { data } = useReport('mcp_access', service)
  if (data === undefined) return null
  const roles = data.roles.filter(({ granted, requests }) => (data.require_role_access && granted) || requests > 0)
  return (
    <Stack as="section" gap={3}>
      <h3>{t.access}</h3>
      <Text tone="muted">{data.require_role_access ? t.rolesNeedAccess : t.everyoneConnects}</Text>
      {roles.length === 0 ? null : (
        <Stack as="ul" gap={1} aria-label={t.access}>
          {roles.map(({ role_id, name, granted, requests, denied }) => (
            <li key={role_id}>
              <Link to="/roles/$id" params={{ id: String(role_id) }}>
                {name}
              </Link>{' '}
              <Text as="span" tone={granted ? 'muted' : 'danger'} size="sm">
                {granted ? t.requestsOfRole({ count: requests }) : t.refusedOfRole({ count: denied })}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function useReport<R extends 'mcp_health' | 'mcp_access'>(resource: R, service: string) {
  return useQuery({
    queryKey: ['mcp-report', resource, service],
    queryFn: async ({ signal }) =>
      (await send({ verb: 'GET', path: `system/${resource}` as const, params: { service }, ignore401: true, signal }))
        .data,
  })
}

const most = 100

/** The clients connected to an MCP service and their users, each with a button to disconnect it. */
function ServiceClients({ service }: { service: number }) {
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
