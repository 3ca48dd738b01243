import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { dataMessages } from './messages.ts'
import { TableChoice } from './table-choice.tsx'
import { TablePickers } from './table-pickers.tsx'
import { TableView } from './table-view.tsx'

/** The Data tab: a database service, one of its tables, and the records in it. */
export function DataScreen() {
  const { id: service = null, entry: table = null } = useParams({ strict: false })
  const services = useQuery(groupServicesQuery('database'))
  const { error } = services
  useLoadFailure(error, { module: dataMessages.module, text: dataMessages.loadFailed })
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
        <LoadFailure error={error} text={dataMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}
