import { expect, test } from 'vitest'
import { type Below, type TreeNode, treeRows } from './tree-rows.ts'

const node = (id: string): TreeNode => ({ id, label: id })
const known = (...ids: string[]): Below<TreeNode> => ({ kind: 'known', nodes: ids.map(node) })
const roots = [node('files'), node('logs')]

test('places entries below their parents, with their position among their siblings', () => {
  const inside: Record<string, Below<TreeNode>> = { files: known('a', 'b'), a: known('deep') }
  const rows = treeRows(roots, new Set(['files', 'a']), ({ id }) => inside[id])
  expect(
    rows.map((row) => (row.kind === 'node' ? [row.id, row.level, row.position, row.setSize] : row.message)),
  ).toEqual([
    ['files', 1, 1, 2],
    ['a', 2, 1, 2],
    ['deep', 3, 1, 1],
    ['b', 2, 2, 2],
    ['logs', 1, 2, 2],
  ])
})

test('shows an error or a loading note in place of entries', () => {
  const inside: Record<string, Below<TreeNode>> = {
    files: { kind: 'failed', message: 'No access.' },
    logs: { kind: 'loading' },
  }
  const rows = treeRows(roots, new Set(['files', 'logs']), ({ id }) => inside[id])
  expect(rows.map((row) => (row.kind === 'note' ? [row.message, row.level] : row.id))).toEqual([
    'files',
    ['No access.', 2],
    'logs',
    ['Loading…', 2],
  ])
})

test('shows nothing below a collapsed entry, an empty one or a leaf', () => {
  expect(treeRows(roots, new Set(), () => known('a'))).toHaveLength(2)
  const rows = treeRows(roots, new Set(['files', 'logs']), ({ id }) => (id === 'files' ? known() : null))
  expect(rows.map((row) => row.kind === 'node' && [row.folds, row.unfolded])).toEqual([
    [false, false],
    [false, false],
  ])
})
