import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import type { RecordId } from '../../instance/collections.ts'
import { useLastUsed } from '../../widgets/list/last-used/use-last-used.ts'
import { ListScreen } from '../../widgets/list/list-screen/list-screen.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import type { ListDeclaration, WireRecord } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { peopleList } from '../people/people-list.ts'
import { adminKind } from './admin-kind.ts'
import { t } from './messages.ts'

const AdminEditor = lazy(() => import('./admin-editor.tsx').then((module) => ({ default: module.AdminEditor })))

/** The Admins tab: the list, and the panel of one administrator over it. */
export function AdminsScreen() {
  const params = useParams({ strict: false })
  const user = useUser()
  const [saved, setSaved] = useState<RecordId | null>(null)
  const id = params.id ?? null
  const declaration = useLastUsed('user', adminsList(user?.id ?? null))
  return (
    <ListScreen title={t.module} purpose={t.purpose} path="/admins" creating={id === newRecord}>
      <RecordList declaration={declaration} openId={id} flashId={saved} />
      {id === null ? null : (
        <Suspense fallback={null}>
          <AdminEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
        </Suspense>
      )}
    </ListScreen>
  )
}

/** Declares the list of the Admins tab; administrators cannot delete themselves. */
function adminsList(ownId: number | null): ListDeclaration<WireRecord> {
  return peopleList({
    kind: adminKind,
    messages: t,
    returnHomeOn: 'any-refusal',
    create: { label: commonWords.create },
    exportRelated: ['lookup_by_user_id'],
    ...(ownId !== null && { kept: { ids: [ownId], reason: t.ownAccountKept } }),
  })
}
