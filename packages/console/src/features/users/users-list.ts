import { peopleList } from '../people/people-list.ts'
import { userMessages } from './messages.ts'
import { userKind, userRelations } from './user-kind.ts'

/** What the Users tab says about its list. */
export const usersList = peopleList({
  kind: userKind,
  messages: userMessages,
  create: { label: 'Create', first: userMessages.createFirst },
  exportRelated: userRelations,
})
