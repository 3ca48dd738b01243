const number = new Intl.NumberFormat()

const counted = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`

/** "2 folders and 1 file"; what there is none of is left out. */
export function countWords(folders: number, files: number): string {
  const parts = [
    folders > 0 ? counted(folders, 'folder', 'folders') : '',
    files > 0 ? counted(files, 'file', 'files') : '',
  ].filter(Boolean)
  return parts.join(' and ') || 'nothing'
}

/** What the Files tab says. */
export const filesMessages = {
  module: 'Files',
  purpose: 'Manage the files of file services.',
  loadFailed: 'There was an error loading the Files tab. Please try refreshing your browser and logging in again.',
  nameNeeded: 'Type a name.',
  nameRefused: 'A name has no slashes and is neither . nor ..',
  nameTaken: 'There is something of that name in this folder.',
  copyDiffers: 'The copy is not as long as the original, which was kept.',
  originalStays: (reason: string) => `It was copied, but the original could not be deleted: ${reason}`,
  folderNotEmpty: 'The folder was kept, as it still contains files that were not moved.',
  nameLong: 'A name has at most 255 bytes.',
} as const
