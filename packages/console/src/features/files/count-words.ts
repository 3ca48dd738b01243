import { list } from '../../language/format.ts'
import { filesMessages } from './messages.ts'

/** "2 folders and 1 file"; what there is none of is left out. */
export function countWords(folders: number, files: number): string {
  if (folders === 0 && files === 0) return filesMessages.nothing
  return list([
    ...(folders > 0 ? [filesMessages.countFolders({ count: folders })] : []),
    ...(files > 0 ? [filesMessages.countFiles({ count: files })] : []),
  ])
}
