import { expect, test } from 'vitest'
import { placeId, placesAbove, readPlaceId } from './folder-place.ts'
import { type Subfolders, treeRows } from './tree-rows.ts'

const folder = (path: string) => ({
  path,
  name: path.split('/').at(-1) ?? '',
  type: 'folder' as const,
  contentType: null,
  size: null,
  modified: null,
})
const roots = [
  { service: 'files', label: 'Files' },
  { service: 'logs', label: 'Logs' },
]

test('folders are under those that hold them, with their place among their siblings', () => {
  const known: Record<string, Subfolders> = {
    'files/': { kind: 'known', folders: [folder('a'), folder('b')] },
    'files/a': { kind: 'known', folders: [folder('a/deep')] },
  }
  const rows = treeRows(roots, new Set(['files/', 'files/a']), (id) => known[id])
  expect(
    rows.map((row) => (row.kind === 'folder' ? [row.label, row.level, row.position, row.setSize] : row.kind)),
  ).toEqual([
    ['Files', 1, 1, 2],
    ['a', 2, 1, 2],
    ['deep', 3, 1, 1],
    ['b', 2, 2, 2],
    ['Logs', 1, 2, 2],
  ])
})

test('a folder that cannot be read says why in its place, and one that is being read says that', () => {
  const known: Record<string, Subfolders> = {
    'files/': { kind: 'failed', message: 'No access.' },
    'logs/': { kind: 'loading' },
  }
  const rows = treeRows(roots, new Set(['files/', 'logs/']), (id) => known[id])
  expect(rows.map((row) => row.kind)).toEqual(['folder', 'failed', 'folder', 'loading'])
  expect(rows[1]).toMatchObject({ message: 'No access.', level: 2 })
})

test('a folded folder keeps what is known of it to itself', () => {
  const rows = treeRows(roots, new Set(), () => ({ kind: 'known', folders: [] }))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ hasFolders: false, unfolded: false })
})

test('a place is its id and back, and knows those above it', () => {
  const place = { service: 'files', folder: 'a/b' }
  expect(readPlaceId(placeId(place))).toEqual(place)
  expect(placesAbove(place)).toEqual([
    { service: 'files', folder: '' },
    { service: 'files', folder: 'a' },
  ])
})
