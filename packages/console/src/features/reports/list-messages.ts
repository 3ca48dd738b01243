import type { ListMessages } from '../../widgets/records/list-declaration/declaration.ts'
import { t } from './messages.ts'

type OwnMessages = Pick<ListMessages, 'loadFailed' | 'empty' | 'purpose' | 'noMatch'>

/** Merges the texts of a list of this tab with the shared ones. */
export function listMessages(own: OwnMessages): ListMessages {
  return {
    module: t.module,
    deleteOne: t.deleteOne,
    deleteMany: t.deleteMany,
    deletedOne: t.deletedOne,
    deletedMany: t.deletedMany,
    imported: t.imported,
    ...own,
  }
}
