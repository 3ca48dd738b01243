import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { documentedServicesQuery } from './docs-queries.ts'
import { DocsTools } from './docs-tools.tsx'
import { docsMessages } from './messages.ts'
import { ServiceCards } from './service-cards.tsx'
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
          <ServiceCards services={services.data} missing={chosen} />
        )
      ) : services.error ? (
        <Banner
          tone="danger"
          title={docsMessages.loadFailed}
          actions={
            <Button size="small" onClick={() => void services.refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(services.error)}
        </Banner>
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
