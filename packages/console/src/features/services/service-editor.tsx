import type { ServiceType } from '@millwright/contract/wire/service-type'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecordEditor } from '../../widgets/editor-frame/record-editor.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { serviceMessages } from './messages.ts'
import { NewService } from './new-service.tsx'
import { draftOfServiceCopy, type ServiceRecord, serviceCollection, serviceParams } from './service-draft.ts'
import { ServiceForm } from './service-form.tsx'
import styles from './services.module.css'
import { serviceName } from './services-list.ts'
import { settingsOf } from './settings-of.ts'
import { serviceTypesQuery } from './types/type-query.ts'

interface ServiceEditorProps {
  /** Null for a new service. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one service. */
export function ServiceEditor({ id, onSaved }: ServiceEditorProps) {
  return (
    <RecordEditor<ServiceRecord>
      path="/services"
      collection={serviceCollection}
      params={serviceParams}
      one="service"
      thing="Service"
      nameOf={serviceName}
      wide
      id={id}
      onSaved={onSaved}
    >
      {({ loaded, copied, ...form }) => (
        <WithTypes>
          {(types) => {
            const record = loaded?.record ?? copied
            if (record === null) return <NewService types={types} {...form} />
            const type = typeOf(types, record)
            const start = copied && draftOfServiceCopy(settingsOf(type, copied), copied)
            return <ServiceForm type={type} loaded={loaded} {...form} {...(start && { start })} />
          }}
        </WithTypes>
      )}
    </RecordEditor>
  )
}

/** The kind of a service; one that the server does not list has a name and no more. */
function typeOf(types: readonly ServiceType[], { type }: ServiceRecord): ServiceType {
  return types.find(({ name }) => name === type) ?? { name: type ?? 'unknown', config_schema: null }
}

/** Reads the kinds of services, without which no form can be drawn. */
function WithTypes({ children }: { children: (types: readonly ServiceType[]) => ReactNode }) {
  const query = useQuery(serviceTypesQuery)
  if (query.data) return children(query.data)
  return (
    <div className={styles.waiting} aria-busy={query.isFetching}>
      {query.isFetching ? (
        <Skeleton lines={8} />
      ) : (
        <LoadFailure error={query.error} text={serviceMessages.loadFailed} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}
