import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RecordId } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useLastUsed } from '../../widgets/list/last-used/use-last-used.ts'
import { useLimitRequests } from '../../widgets/list/limit-requests/use-limit-requests.ts'
import { ListScreen, useCreateHash } from '../../widgets/list/list-screen/list-screen.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { idOf } from '../../widgets/records/list-declaration/declaration.ts'
import { roleMessages } from './messages.ts'
import { roleName, rolesList } from './roles-list.ts'

const RoleEditor = lazy(() => import('./role-editor.tsx').then((module) => ({ default: module.RoleEditor })))

const ExplainPanel = lazy(() =>
  import('./explain/explain-panel.tsx').then((module) => ({ default: module.ExplainPanel })),
)

const RequestsPanel = lazy(() =>
  import('./requests/requests-panel.tsx').then((module) => ({ default: module.RequestsPanel })),
)

/** Used in the address in place of a role's id. */
const explain = 'explain'
const requests = 'requests'

/** The Roles tab: the list, and the panel of one role or of an explanation over it. */
export function RolesScreen() {
  const params = useParams({ strict: false })
  const [saved, setSaved] = useState<RecordId | null>(null)
  const id = params.id ?? null
  const environment = useEnvironment()
  const explains = hasFeature(environment, 'explain-access')
  const explaining = explains && id === explain
  const decides = hasFeature(environment, 'access-requests')
  const deciding = decides && id === requests
  const further = [
    ...(explains ? [{ label: roleMessages.explainAccess, id: explain, open: explaining }] : []),
    ...(decides ? [{ label: roleMessages.accessRequests, id: requests, open: deciding }] : []),
  ]
  const listed = useLimitRequests(rolesList, (role) => ({ of: 'role', id: idOf(role), name: roleName(role) }))
  const declaration = useLastUsed('role', listed)
  useCreateHash('/roles')
  return (
    <ListScreen
      title={roleMessages.module}
      purpose={roleMessages.purpose}
      path="/roles"
      creating={id === newRecord}
      {...(further.length > 0 && { further })}
    >
      <RecordList declaration={declaration} openId={id} flashId={saved} />
      {id === null ? null : (
        <Suspense fallback={null}>
          {explaining ? (
            <ExplainPanel />
          ) : deciding ? (
            <RequestsPanel />
          ) : (
            <RoleEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
          )}
        </Suspense>
      )}
    </ListScreen>
  )
}
