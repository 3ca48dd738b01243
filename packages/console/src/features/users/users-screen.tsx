import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RecordId } from '../../instance/collections.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { useLastUsed } from '../../widgets/list/last-used/use-last-used.ts'
import { useLimitRequests } from '../../widgets/list/limit-requests/use-limit-requests.ts'
import { ListScreen } from '../../widgets/list/list-screen/list-screen.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { idOf, type ListDeclaration, type WireRecord } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { peopleFilters, peopleList } from '../people/people-list.ts'
import { personName } from '../people/registration.tsx'
import { userMessages } from './messages.ts'
import { userKind, userRelations } from './user-kind.ts'

const UserEditor = lazy(() => import('./user-editor.tsx').then((module) => ({ default: module.UserEditor })))

/** The Users tab: the list, and the form of a user over it. */
export function UsersScreen() {
  const params = useParams({ strict: false })
  const [saved, setSaved] = useState<RecordId | null>(null)
  const filtersPeople = useEnvironment().platform?.features?.includes('filter-people') ?? false
  const id = params.id ?? null
  const listed = useLimitRequests(usersList(filtersPeople), (user) => ({
    of: 'user',
    id: idOf(user),
    name: personName(user),
  }))
  const declaration = useLastUsed('user', listed)
  return (
    <ListScreen title={userMessages.module} purpose={userMessages.purpose} path="/users" creating={id === newRecord}>
      <RecordList declaration={declaration} openId={id} flashId={saved} />
      {id === null ? null : (
        <Suspense fallback={null}>
          <UserEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
        </Suspense>
      )}
    </ListScreen>
  )
}

/** The declaration of the users list. `filtersPeople`: the instance can filter by role and registration. */
function usersList(filtersPeople: boolean): ListDeclaration<WireRecord> {
  return peopleList({
    kind: userKind,
    messages: userMessages,
    create: { label: commonWords.create, first: userMessages.createFirst },
    exportRelated: userRelations,
    ...(filtersPeople && { filters: peopleFilters }),
  })
}
