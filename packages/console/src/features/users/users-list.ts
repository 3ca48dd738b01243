import type { ListDeclaration, WireRecord } from '../../widgets/record-list/declaration.ts'
import { peopleFilters, peopleList } from '../people/people-list.ts'
import { userMessages } from './messages.ts'
import { userKind, userRelations } from './user-kind.ts'

/** What the Users tab says about its list; `filtersPeople`: the instance filters by role and registration. */
export function usersList(filtersPeople: boolean): ListDeclaration<WireRecord> {
  return peopleList({
    kind: userKind,
    messages: userMessages,
    create: { label: 'Create', first: userMessages.createFirst },
    exportRelated: userRelations,
    ...(filtersPeople && { filters: peopleFilters }),
  })
}
