import { expect, test } from 'vitest'
import type { RowAction, WireRecord } from '../../records/list-declaration/declaration.ts'
import { rowEntries } from './row-parts.tsx'

const locked = 'Locked.'
const address = { search: {}, go: () => {}, open: () => {}, close: () => {}, hrefOf: (id: string) => `/things/${id}` }

function entryOf(action: RowAction<WireRecord>, writeBlock: string | null) {
  const messages = {
    module: 'Things',
    loadFailed: '',
    purpose: '',
    noMatch: '',
    deleteOne: () => '',
    deleteMany: '',
    deletedOne: '',
    deletedMany: '',
    imported: '',
  }
  const names = { collection: 'thing', path: '/things', one: 'thing', many: 'things', nameOf: () => 'Thing' }
  const declaration = { ...names, columns: [], searchFields: [], messages, rowActions: [action] }
  const entries = rowEntries({ declaration, record: { id: 1 }, address, writeBlock, onDelete: () => {} })
  return entries.find((entry) => 'label' in entry && entry.label === action.label)
}

test('disables actions that change something while writes are blocked', () => {
  expect(entryOf({ label: 'Send', run: () => {} }, locked)).toMatchObject({ disabledReason: locked })
  expect(entryOf({ label: 'Send', run: () => {} }, null)).toMatchObject({ disabledReason: null })
})

test('enables actions that change nothing, and links', () => {
  expect(entryOf({ label: 'Copy', changesNothing: true, run: () => {} }, locked)).toMatchObject({
    disabledReason: null,
  })
  expect(entryOf({ label: 'Launch', href: () => 'https://x.test' }, locked)).toEqual({
    kind: 'link',
    label: 'Launch',
    href: 'https://x.test',
    newTab: true,
  })
})

test('explains a link without target', () => {
  const nowhere = { label: 'Launch', href: () => null, refused: () => 'It has no address.' }
  expect(entryOf(nowhere, null)).toMatchObject({ label: 'Launch', disabledReason: 'It has no address.' })
})
