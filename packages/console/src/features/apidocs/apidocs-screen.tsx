import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { ServiceCards } from '../../widgets/service-cards/service-cards.tsx'
import { docsAddress } from './docs-address.ts'
import { documentedServicesQuery } from './docs-queries.ts'
import { DocsTools } from './docs-tools.tsx'
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
