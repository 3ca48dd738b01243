import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RecordId } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useLastUsed } from '../../widgets/last-used/use-last-used.ts'
import { ListScreen } from '../../widgets/list-screen/list-screen.tsx'
import { useCreateHash } from '../../widgets/list-screen/use-create-hash.ts'
import { newRecord } from '../../widgets/record-list/new-record.ts'
import { RecordList } from '../../widgets/record-list/record-list.tsx'
import { roleMessages } from './messages.ts'
import { rolesList } from './roles-list.ts'

const RoleEditor = lazy(() => import('./role-editor.tsx').then((module) => ({ default: module.RoleEditor })))

const ExplainPanel = lazy(() =>
  import('./explain/explain-panel.tsx').then((module) => ({ default: module.ExplainPanel })),
)

/** Used in the address in place of a role's id. */
const explain = 'explain'

/** The Roles tab: the list, and the panel of one role or of an explanation over it. */
export function RolesScreen() {
  const params = useParams({ strict: false })
  const [saved, setSaved] = useState<RecordId | null>(null)
  const id = params.id ?? null
  const explains = hasFeature(useEnvironment(), 'explain-access')
  const explaining = explains && id === explain
  const declaration = useLastUsed('role', rolesList)
  useCreateHash('/roles')
  return (
    <ListScreen
      title={roleMessages.module}
      purpose={roleMessages.purpose}
      path="/roles"
      creating={id === newRecord}
      {...(explains && { further: [{ label: roleMessages.explainAccess, id: explain, open: explaining }] })}
    >
      <RecordList declaration={declaration} openId={id} flashId={saved} />
      {id === null ? null : (
        <Suspense fallback={null}>
          {explaining ? <ExplainPanel /> : <RoleEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />}
        </Suspense>
      )}
    </ListScreen>
  )
}
