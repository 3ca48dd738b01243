import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { notify } from '../../notifications/notify.ts'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { dataMessages } from './messages.ts'
import { TableChoice } from './table-choice.tsx'
import { TablePickers } from './table-pickers.tsx'
import { TableView } from './table-view.tsx'

/** The Data tab: a database service, one of its tables, and the records in it. */
export function DataScreen() {
  const { id: service = null, entry: table = null } = useParams({ strict: false })
  const services = useQuery(groupServicesQuery('database'))
  const { error } = services
  useEffect(() => {
    if (error) notify({ type: 'error', title: dataMessages.module, text: dataMessages.loadFailed, tag: 'data-load' })
  }, [error])
  return (
    <Screen
      title={dataMessages.module}
      purpose={dataMessages.purpose}
      aside={
        services.data && service !== null && table !== null ? (
          <TablePickers services={services.data} service={service} table={table} />
        ) : null
      }
    >
      {service !== null && table !== null ? (
        <TableView key={`${service}/${table}`} place={{ service, table }} />
      ) : services.data ? (
        <TableChoice services={services.data} service={service} />
      ) : error ? (
        <RetryBanner onRetry={() => void services.refetch()}>{dataMessages.loadFailed}</RetryBanner>
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
