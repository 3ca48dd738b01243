import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { CommandItem, CommandSteps } from '../../../widgets/commands/command-list.tsx'
import styles from '../services.module.css'
import { addressFinding, clientConfigurations } from './client-configurations.ts'
import { t } from './messages.ts'
import { ServiceAccess, ServiceFindings } from './service-access.tsx'
import { ServiceClients } from './service-clients.tsx'

interface ConnectSectionProps {
  /** Null: not saved yet. */
  stored: { readonly id: number; readonly name: string } | null
}

/** How assistants reach an MCP service, and which of them do. */
export function ConnectSection({ stored }: ConnectSectionProps) {
  return (
    <div className={styles.info}>
      {stored === null ? (
        <Text tone="muted">{t.theUrlIsAvailableAfter}</Text>
      ) : (
        <Stored id={stored.id} name={stored.name} />
      )}
    </div>
  )
}

function Stored({ id, name }: { id: number; name: string }) {
  const environment = useEnvironment()
  const knowsClients = hasFeature(environment, 'connected-clients')
  const reports = hasFeature(environment, 'mcp-reports')
  const [client, setClient] = useState('claude-code')
  const { data: address, error } = useQuery({
    queryKey: ['mcp-endpoint', name],
    queryFn: async ({ signal }) => {
      const { data } = await send<{ mcp_endpoint?: unknown }>({ verb: 'GET', path: encodeURIComponent(name), signal })
      return typeof data.mcp_endpoint === 'string' ? data.mcp_endpoint : null
    },
  })
  if (error) return <Banner tone="danger">{messageOf(error)}</Banner>
  if (address === undefined) return <Skeleton lines={4} />
  if (address === null) return <Text tone="muted">{t.theInstanceDoesNotTell}</Text>
  const clients = clientConfigurations(name, address)
  const chosen = clients.find((each) => each.id === client)
  const finding = addressFinding(address)
  return (
    <Stack gap={5}>
      {finding ? <Banner tone="warning">{finding}</Banner> : null}
      {reports ? <ServiceFindings service={name} /> : null}
      <Stack gap={4}>
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
      {reports ? <ServiceAccess service={name} /> : null}
      {knowsClients ? <ServiceClients service={id} /> : null}
    </Stack>
  )
}
