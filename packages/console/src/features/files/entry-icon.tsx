import {
  IconFile,
  IconFileCode,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconFolderFilled as IconFolder,
  IconMovie,
  IconPhoto,
} from '@tabler/icons-react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { endingOf } from './entry-order.ts'
import { languageOfFile, previewKind } from './preview/file-kind.ts'

const archives = new Set(['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'bz2', 'xz'])

/** A sign of what an entry is; its ending says the same in words. */
export function EntryIcon({ entry }: { entry: FileEntry }) {
  if (entry.type === 'folder') return <IconFolder data-folder aria-hidden="true" />
  if (archives.has(endingOf(entry.name))) return <IconFileZip aria-hidden="true" />
  switch (previewKind(entry)) {
    case 'image':
      return <IconPhoto aria-hidden="true" />
    case 'audio':
      return <IconFileMusic aria-hidden="true" />
    case 'video':
      return <IconMovie aria-hidden="true" />
    case 'pdf':
      return <IconFileTypePdf aria-hidden="true" />
    case 'text':
      return languageOfFile(entry.name) === 'text' ? (
        <IconFileText aria-hidden="true" />
      ) : (
        <IconFileCode aria-hidden="true" />
      )
    default:
      return <IconFile aria-hidden="true" />
  }
}
