import type { FileEntry } from '../../instance/folder-listing.ts'
import { type FolderPlace, placeId } from './folder-place.ts'

export interface TreeRoot {
  readonly service: string
  readonly label: string
}

/** What is known of the folders in an unfolded one. */
export type Subfolders =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'known'; readonly folders: readonly FileEntry[] }

export type TreeRow =
  | {
      readonly kind: 'folder'
      readonly id: string
      readonly place: FolderPlace
      readonly label: string
      readonly level: number
      readonly unfolded: boolean
      /** Null while nobody looked. */
      readonly hasFolders: boolean | null
      readonly position: number
      readonly setSize: number
    }
  | { readonly kind: 'loading' | 'failed'; readonly id: string; readonly level: number; readonly message: string }

/** The rows of a tree from the top, folders before what they hold. */
export function treeRows(
  roots: readonly TreeRoot[],
  unfolded: ReadonlySet<string>,
  below: (id: string) => Subfolders | undefined,
): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const add = (places: readonly { place: FolderPlace; label: string }[], level: number) => {
    for (const [at, { place, label }] of places.entries()) {
      const id = placeId(place)
      const inside = below(id)
      const open = unfolded.has(id)
      rows.push({
        kind: 'folder',
        id,
        place,
        label,
        level,
        unfolded: open,
        hasFolders: inside?.kind === 'known' ? inside.folders.length > 0 : null,
        position: at + 1,
        setSize: places.length,
      })
      if (!open || inside === undefined) continue
      if (inside.kind === 'known') {
        const { service } = place
        add(
          inside.folders.map(({ path, name }) => ({ place: { service, folder: path }, label: name })),
          level + 1,
        )
      } else {
        const message = inside.kind === 'failed' ? inside.message : ''
        rows.push({ kind: inside.kind, id: `${id}//`, level: level + 1, message })
      }
    }
  }
  add(
    roots.map(({ service, label }) => ({ place: { service, folder: '' }, label })),
    1,
  )
  return rows
}
