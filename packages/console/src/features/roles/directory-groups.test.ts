import { expect, it } from 'vitest'
import { offeredGroups } from './role-draft.ts'

const groups = [
  { dn: 'cn=readers,dc=x', name: 'Readers', description: 'Who may read', from: '' },
  { dn: 'cn=staff,dc=x', name: 'Staff', description: null, from: 'Berlin' },
  { dn: '', name: 'Nameless', from: '' },
]

it('finds directory groups by a part of their name or distinguished name', () => {
  expect(offeredGroups(groups, '')).toHaveLength(2)
  expect(offeredGroups(groups, ' READ')).toEqual([{ dn: 'cn=readers,dc=x', text: 'Readers · Who may read' }])
  expect(offeredGroups(groups, 'cn=staff')).toEqual([{ dn: 'cn=staff,dc=x', text: 'Staff · Berlin' }])
  expect(offeredGroups(groups, 'nobody')).toEqual([])
})

it('lists up to a hundred directory groups', () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ dn: `cn=${at}`, from: '' }))
  expect(offeredGroups(many, '')).toHaveLength(100)
})
