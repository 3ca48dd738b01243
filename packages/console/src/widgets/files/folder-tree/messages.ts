import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  folderMissing: 'Choose a folder first.',
  folders: 'Folders',
})
