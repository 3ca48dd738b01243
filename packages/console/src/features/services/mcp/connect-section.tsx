import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { ClientSteps } from '../../../widgets/code/mcp-clients/client-steps.tsx'
import styles from '../services.module.css'
import { t } from './messages.ts'
import { ServiceAccess, ServiceFindings } from './service-access.tsx'
import { ServiceClients } from './service-clients.tsx'

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
