import { IconBook2, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { saveFile } from '../../widgets/record-list/save-file.ts'
import { ServiceCards } from '../../widgets/service-cards/service-cards.tsx'
import styles from './apidocs.module.css'
import { docsAddress } from './docs-address.ts'
import { type DocumentedService, documentedServicesQuery, downloadDocument } from './docs-queries.ts'
import { docsMessages } from './messages.ts'
import { ServiceDocs } from './service-docs.tsx'

/** The API Docs tab: what services can be asked, and how; every operation can be tried. */
export function ApidocsScreen() {
  const { id: chosen = null, entry = null } = useParams({ strict: false })
  const services = useQuery(documentedServicesQuery)
  const service = services.data?.find(({ name }) => name.toLowerCase() === chosen?.toLowerCase()) ?? null
  return (
    <Screen
      title={docsMessages.module}
      purpose={docsMessages.purpose}
      aside={
        services.data && services.data.length > 0 ? <DocsTools services={services.data} service={service} /> : null
      }
    >
      {services.data ? (
        service ? (
          <ServiceDocs key={service.name} service={service} entry={entry} />
        ) : (
          <ServiceCards
            services={services.data}
            icon={<IconBook2 aria-hidden="true" />}
            noun="service"
            missing={chosen}
            addressOf={(name) => ({ to: docsAddress.service(name) })}
            empty={{
              title: 'There is no service that you may use',
              text: 'What your role allows is described here, and can be tried.',
            }}
          />
        )
      ) : services.error ? (
        <LoadFailure error={services.error} text={docsMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}

interface DocsToolsProps {
  services: readonly DocumentedService[]
  /** Null: none is chosen. */
  service: DocumentedService | null
}

/** Goes to another service, and takes its document, or that of all services, along as a file. */
function DocsTools({ services, service }: DocsToolsProps) {
  const navigate = useNavigate()
  const yaml = hasFeature(useEnvironment(), 'api-docs-yaml')
  const download = async (format: 'json' | 'yaml') => {
    try {
      saveFile(await downloadDocument(service?.name ?? null, format), `${service?.name ?? 'api'}.${format}`)
    } catch (error) {
      notify({ type: 'error', title: docsMessages.module, text: messageOf(error) })
    }
  }
  return (
    <Row gap={2} wrap className={styles.tools}>
      {service === null ? null : (
        <div className={styles.service}>
          <SelectField
            label="Service"
            labelHidden
            value={service.name}
            onChange={(name) => void navigate({ to: docsAddress.service(name) })}
            options={services.map(({ name, label }) => ({
              value: name,
              label: label === name ? name : `${label} (${name})`,
            }))}
          />
        </div>
      )}
      <Menu
        label="Download the document"
        align="end"
        trigger={(props) => (
          <Button icon={<IconDownload />} {...props}>
            Download
          </Button>
        )}
        items={[
          { label: 'OpenAPI as JSON', onSelect: () => void download('json') },
          ...(yaml ? [{ label: 'OpenAPI as YAML', onSelect: () => void download('yaml') }] : []),
        ]}
      />
    </Row>
  )
}
