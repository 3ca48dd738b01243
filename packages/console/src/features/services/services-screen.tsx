import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RecordId } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useShippedNames } from '../../instance/shipped-names.ts'
import { useServerSentences } from '../../instance/use-server-sentences.ts'
import { ListScreen } from '../../widgets/list/list-screen/list-screen.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { t } from './messages.ts'
import { servicesList } from './services-list.tsx'

const ServiceEditor = lazy(() => import('./service-editor.tsx').then((module) => ({ default: module.ServiceEditor })))

/** The Services tab: the list, and the form of a service over it. */
export function ServicesScreen() {
  const params = useParams({ strict: false })
  const [saved, setSaved] = useState<RecordId | null>(null)
  const id = params.id ?? null
  useServerSentences()
  useShippedNames()
  const declaration = servicesList(hasFeature(useEnvironment(), 'service-health'))
  return (
    <ListScreen title={t.module} purpose={t.purpose} path="/services" creating={id === newRecord}>
      <RecordList declaration={declaration} openId={id} flashId={saved} />
      {id === null ? null : (
        <Suspense fallback={null}>
          <ServiceEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
        </Suspense>
      )}
    </ListScreen>
  )
}
