import { secretMask } from '@millwright/contract/records/lookup'
import { expect, test } from 'vitest'
import { newAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { checkRole, draftOfRole, draftOfRoleCopy, type RoleRecord, roleEditing, roleToSend } from './role-draft.ts'

const record: RoleRecord = {
  id: 7,
  name: 'Readers',
  description: null,
  is_active: true,
  role_service_access_by_role_id: [],
  lookup_by_role_id: [],
}
const lookup = (id: number, name: string, isPrivate: boolean) => ({
  id,
  name,
  value: isPrivate ? secretMask : 'x',
  private: isPrivate,
  description: null,
  allow_user_update: false,
  allow_admin_update: false,
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
})

test('requires a name, and unique names of lookup keys', () => {
  const draft = draftOfRole(null)
  expect(checkRole(draft)?.fields).toEqual({ name: 'Name is required.' })
  const lookups = draftOfRole({ ...record, lookup_by_role_id: [lookup(1, 'a', false), lookup(2, 'a', false)] }).lookups
  expect(checkRole({ ...draft, name: 'x', lookups })?.fields).toHaveProperty('lookups')
  expect(checkRole({ ...draft, name: 'x' })).toBeNull()
})

test('starts a new role as inactive', () => {
  expect(draftOfRole(null)).toMatchObject({ name: '', description: '', is_active: false, access: [], lookups: [] })
})

test('sends unchanged fields back unchanged', () => {
  expect(roleToSend(draftOfRole(record), record, false)).toEqual({
    name: 'Readers',
    description: null,
    is_active: true,
    role_service_access_by_role_id: [],
    lookup_by_role_id: [],
  })
  expect(roleToSend(draftOfRole({ ...record, description: '' }), { ...record, description: '' }, false)).toMatchObject({
    description: '',
  })
})

test('reads the directory group from a link or a list of one', () => {
  const link = { dn: 'cn=readers' }
  expect(draftOfRole({ ...record, role_adldap_by_role_id: link }).dn).toBe('cn=readers')
  expect(draftOfRole({ ...record, role_adldap_by_role_id: [link] }).dn).toBe('cn=readers')
  expect(draftOfRole({ ...record, role_adldap_by_role_id: [] }).dn).toBe('')
  expect(draftOfRole({ ...record, role_adldap_by_role_id: null }).dn).toBe('')
})

test('loads and sends the directory group only if there is a directory', () => {
  const draft = { ...draftOfRole(null), name: 'x', dn: ' cn=x ' }
  expect(roleEditing(false).params.related).not.toContain('adldap')
  expect(roleEditing(false).toCreate(draft)).not.toHaveProperty('role_adldap_by_role_id')
  expect(roleEditing(true).params.related).toContain('role_adldap_by_role_id')
  expect(roleEditing(true).toCreate(draft)).toMatchObject({ role_adldap_by_role_id: { dn: 'cn=x' } })
  expect(roleEditing(true).toUpdate(draft, record)).toMatchObject({
    role_adldap_by_role_id: { dn: 'cn=x', role_id: 7 },
  })
})

test('a copy has only new records, another name, and no secrets', () => {
  const keys = [lookup(1, 'open', false), lookup(2, 'secret', true)]
  const copy = draftOfRoleCopy({ ...record, lookup_by_role_id: keys, role_adldap_by_role_id: { dn: 'cn=x' } })
  expect(copy).toMatchObject({ name: 'Readers copy', dn: '' })
  expect(roleToSend({ ...copy, access: [newAccess()] }, null, false)).toMatchObject({
    role_service_access_by_role_id: [{ component: '*' }],
    lookup_by_role_id: [{ name: 'open', value: 'x', private: false }],
  })
})
