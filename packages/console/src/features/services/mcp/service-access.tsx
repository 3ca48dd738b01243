import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { send } from '../../../instance/send.ts'
import { useServerSentences } from '../../../instance/use-server-sentences.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'

/** What keeps assistants from using an MCP service, as the instance reports it. Renders nothing if there is no report. */
export function ServiceFindings({ service }: { service: string }) {
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
export function ServiceAccess({ service }: { service: string }) {
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
    retry: false,
  })
}
