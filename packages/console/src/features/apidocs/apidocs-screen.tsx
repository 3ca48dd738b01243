import { IconBook2, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type DocumentedService, documentedServicesQuery } from '../../instance/documented-services.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { fileServicesQuery } from '../../instance/file-services.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { componentOf, type ServiceKind } from '../../widgets/explorer/explorer-place.ts'
import { ObjectScreen } from '../../widgets/explorer/object-screen.tsx'
import { useShown } from '../../widgets/explorer/use-address.ts'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { docsAddress, downloadDocument } from './docs-queries.ts'
import { docsMessages } from './messages.ts'
import { ServiceDocs } from './service-docs.tsx'

const ServiceList = lazy(() =>
  import('../../widgets/pickers/service-select/service-list.tsx').then((module) => ({ default: module.ServiceList })),
)

/** The API Docs tab: the operations of services; each can be tried. */
export function ApidocsScreen() {
  const { id: chosen = null, entry = null } = useParams({ strict: false })
  const place = useShown()?.place
  const services = useQuery(documentedServicesQuery)
  const of = useKind(chosen)
  const service = services.data?.find(({ name }) => name.toLowerCase() === chosen?.toLowerCase()) ?? null
  if (service)
    return (
      <ObjectScreen
        place={{ kind: 'service', name: '', ...place, service: service.name }}
        of={of}
        service={service.label}
        pane="api"
        aside={<DocsTools service={service} />}
      >
        <ServiceDocs key={service.name} service={service} entry={entry} component={place ? componentOf(place) : ''} />
      </ObjectScreen>
    )
  return (
    <Screen
      title={docsMessages.module}
      purpose={docsMessages.purpose}
      aside={services.data && services.data.length > 0 ? <DocsTools service={null} /> : null}
    >
      {services.data ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ServiceList
            pane="api"
            services={services.data}
            Icon={IconBook2}
            noun={docsMessages.service}
            missing={chosen}
            addressOf={(name) => ({ to: docsAddress.service(name) })}
            empty={{
              title: docsMessages.noServicesAvailable,
              text: docsMessages.roleDecidesHelp,
            }}
          />
        </Suspense>
      ) : services.error ? (
        <LoadFailure error={services.error} text={docsMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}

/** Returns the kind of a service, as far as it is known. */
function useKind(service: string | null): ServiceKind {
  const databases = useQuery(groupServicesQuery('database')).data
  const files = useQuery(fileServicesQuery).data
  const isOf = (services: typeof files) => services?.some(({ name }) => name === service) === true
  return isOf(databases) ? 'database' : isOf(files) ? 'files' : 'other'
}

interface DocsToolsProps {
  /** `null` if no service is selected. */
  service: DocumentedService | null
}

/** Downloads the document of a service, or that of all services. */
function DocsTools({ service }: DocsToolsProps) {
  const yaml = hasFeature(useEnvironment(), 'api-docs-yaml')
  const download = async (format: 'json' | 'yaml') => {
    try {
      saveFile(await downloadDocument(service?.name ?? null, format), `${service?.name ?? 'api'}.${format}`)
    } catch (error) {
      notify({ type: 'error', title: docsMessages.module, text: messageOf(error) })
    }
  }
  return (
    <Menu
      label={docsMessages.downloadTheDocument}
      align="end"
      trigger={(props) => (
        <Button icon={<IconDownload />} {...props}>
          {tabWords.download}
        </Button>
      )}
      items={[
        { label: docsMessages.openapiAsJson, onSelect: () => void download('json') },
        ...(yaml ? [{ label: docsMessages.openapiAsYaml, onSelect: () => void download('yaml') }] : []),
      ]}
    />
  )
}
