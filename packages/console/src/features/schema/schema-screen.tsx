import { IconDatabase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { ServiceCards } from '../../widgets/service-cards/service-cards.tsx'
import { schemaMessages } from './messages.ts'
import { readPlace, schemaAddress } from './schema-place.ts'
import { SchemaTools } from './schema-tools.tsx'
import { ServiceSchema } from './service-schema.tsx'

/** The Schema tab: a database service, its tables, and what is open of them. */
export function SchemaScreen() {
  const { id: chosen = null, entry, table, part, item } = useParams({ strict: false })
  const place = readPlace({ entry, table, part, item })
  const services = useQuery(groupServicesQuery('database'))
  const { error } = services
  useLoadFailure(error, { module: schemaMessages.module, text: schemaMessages.loadFailed })

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
          <ServiceCards
            services={services.data}
            icon={<IconDatabase aria-hidden="true" />}
            noun="database service"
            missing={chosen}
            addressOf={(name) => ({ to: schemaAddress.service(name) })}
            empty={{
              title: 'No database to shape yet',
              text: 'Connect a database in Services; its tables appear here at once.',
            }}
          />
        )
      ) : error ? (
        <LoadFailure error={error} text={schemaMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
