import { list } from '../../language/format.ts'
import { filesMessages } from './messages.ts'

/** Returns "2 folders and 1 file"; zero counts are omitted. */
export function countWords(folders: number, files: number): string {
  if (folders === 0 && files === 0) return filesMessages.nothing
  return list([
    ...(folders > 0 ? [filesMessages.countFolders({ count: folders })] : []),
    ...(files > 0 ? [filesMessages.countFiles({ count: files })] : []),
  ])
}
