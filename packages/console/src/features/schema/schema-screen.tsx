import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { schemaMessages } from './messages.ts'
import { readPlace } from './schema-place.ts'
import { SchemaTools } from './schema-tools.tsx'
import { ServiceChoice } from './service-choice.tsx'
import { ServiceSchema } from './service-schema.tsx'

/** The Schema tab: a database service, its tables, and what is open of them. */
export function SchemaScreen() {
  const { id: chosen = null, entry, table, part, item } = useParams({ strict: false })
  const place = readPlace({ entry, table, part, item })
  const services = useQuery(groupServicesQuery('database'))
  const { error } = services
  useEffect(() => {
    if (error)
      notify({ type: 'error', title: schemaMessages.module, text: schemaMessages.loadFailed, tag: 'schema-load' })
  }, [error])

  const service = services.data?.find(({ name }) => name === chosen) ?? null
  return (
    <Screen
      title={schemaMessages.module}
      purpose={schemaMessages.purpose}
      aside={services.data ? <SchemaTools services={services.data} service={service} place={place} /> : null}
    >
      {services.data ? (
        service ? (
          <ServiceSchema key={service.name} service={service} services={services.data} place={place} />
        ) : (
          <ServiceChoice services={services.data} missing={chosen} />
        )
      ) : error ? (
        <Banner
          tone="danger"
          actions={
            <Button size="small" onClick={() => void services.refetch()}>
              Try again
            </Button>
          }
        >
          {schemaMessages.loadFailed}
        </Banner>
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
