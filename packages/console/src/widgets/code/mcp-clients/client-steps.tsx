import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { CommandItem, CommandSteps } from '../commands/command-list.tsx'
import { addressFinding, clientConfigurations } from './client-configurations.ts'
import { t } from './messages.ts'

/** Instructions for connecting a chosen client to a stored MCP service. */
export function ClientSteps({ service }: { service: string }) {
  const [client, setClient] = useState('claude-code')
  const { data: address, error } = useQuery({
    queryKey: ['mcp-endpoint', service],
    queryFn: async ({ signal }) => {
      const { data } = await send<{ mcp_endpoint?: unknown }>({
        verb: 'GET',
        path: encodeURIComponent(service),
        signal,
      })
      return typeof data.mcp_endpoint === 'string' ? data.mcp_endpoint : null
    },
  })
  if (error) return <Banner tone="danger">{messageOf(error)}</Banner>
  if (address === undefined) return <Skeleton lines={4} />
  if (address === null) return <Text tone="muted">{t.urlUnknown}</Text>
  const clients = clientConfigurations(service, address)
  const chosen = clients.find((each) => each.id === client)
  const finding = addressFinding(address)
  return (
    <Stack gap={4}>
      {finding ? <Banner tone="warning">{finding}</Banner> : null}
      <SelectField
        label={t.client}
        value={client}
        options={clients.map((each) => ({ value: each.id, label: each.label }))}
        onChange={setClient}
      />
      <CommandSteps>
        {chosen?.steps.map((step) => (
          <CommandItem key={step.title} command={step} />
        ))}
      </CommandSteps>
    </Stack>
  )
}
