import { appType } from '@millwright/contract/records/app'
import { expect, test } from 'vitest'
import {
  type AppDraft,
  type AppRecord,
  appEditing,
  appToSend,
  checkApp,
  draftOfApp,
  draftOfAppCopy,
} from './app-draft.ts'

const local = 3

const record: AppRecord = {
  id: 7,
  name: 'Shop',
  api_key: 'k'.repeat(64),
  description: null,
  is_active: false,
  type: appType.storage,
  storage_service_id: 4,
  storage_container: 'shop',
  path: 'index.html',
  url: null,
  role_id: 9,
  launch_url: 'http://here/files/shop/index.html',
}

const draft = (over: Partial<AppDraft>): AppDraft => ({ ...draftOfApp(null, local), name: 'Shop', ...over })
const everywhere = { path: ' a.html ', url: ' http://x.test ', storage_container: ' box ' }

test('requires a name, and the fields of the chosen location', () => {
  expect(checkApp(draft({ name: ' ' }))?.fields).toEqual({ name: 'Application Name is required.' })
  expect(checkApp(draft({ type: appType.url }))?.fields).toEqual({ url: 'URL to Application is required.' })
  expect(checkApp(draft({ type: appType.path }))?.fields).toEqual({ path: 'Path to Application is required.' })
  expect(checkApp(draft({ type: appType.storage }))).toBeNull()
  expect(checkApp(draft({ type: appType.none }))).toBeNull()
})

test('a new app is active, without storage, and preselects the local files', () => {
  expect(draftOfApp(null, local)).toEqual({
    name: '',
    description: '',
    is_active: true,
    type: appType.none,
    storage_service_id: local,
    storage_container: 'applications',
    path: '',
    url: '',
    role_id: null,
    kind: 'app',
    owner_id: null,
    expires_at: '',
    self_rotate: false,
  })
})

test.each([
  [appType.none, {}],
  [appType.storage, { storage_service_id: local, storage_container: 'box', path: 'a.html' }],
  [appType.url, { url: 'http://x.test' }],
  [appType.path, { path: 'a.html' }],
  [4, {}],
])('for an app of type %i only its own fields are sent', (type, place) => {
  const all = { name: 'Shop', description: null, is_active: true, type, role_id: null }
  expect(appToSend(draft({ type, ...everywhere }), null)).toEqual({ ...all, ...place })
})

test('an unchanged form of a stored app is sent back unchanged', () => {
  const { id, api_key, url, launch_url, ...sent } = record
  expect(appToSend(draftOfApp(record, local), record)).toEqual(sent)
})

test('an app whose storage service was deleted is not silently assigned another', () => {
  const lost = { ...record, storage_service_id: null, storage_container: null }
  expect(draftOfApp(lost, local)).toMatchObject({ storage_service_id: null, storage_container: '' })
  expect(draftOfApp({ ...lost, type: appType.none }, local)).toMatchObject({ storage_service_id: local })
})

test('a removed description is sent as the empty value that it had before', () => {
  expect(appToSend(draft({}), { ...record, description: '' }).description).toBe('')
  expect(appToSend(draft({}), { ...record, description: 'x' }).description).toBeNull()
})

test('a role without a name is shown by its id', () => {
  expect(draftOfApp(record, local).role_id).toEqual({ id: 9, label: 'Role 9' })
})

test('a record without any fields still produces a form', () => {
  expect(checkApp(draftOfApp({}, null))?.fields).toHaveProperty('name')
})

test('a copy gets another name and no key', () => {
  const copy = draftOfAppCopy(record, local)
  expect(copy.name).toBe('Shop copy')
  expect(appToSend(copy, null)).not.toHaveProperty('api_key')
})

test('owner, kind and end are sent only to servers that know them, and an unchanged end as it was', () => {
  const ending = { ...record, kind: 'agent', owner_id: 3, expires_at: '2027-01-31T12:00:00.000000Z', self_rotate: true }
  const known = { kind: 'agent', owner_id: 3, expires_at: '2027-01-31T12:00:00.000000Z', self_rotate: true }
  expect(appEditing(local, true).toUpdate(draftOfApp(ending, local), ending)).toMatchObject(known)
  const toOthers = appEditing(local, false).toUpdate(draftOfApp(ending, local), ending)
  for (const name of Object.keys(known)) expect(toOthers).not.toHaveProperty(name)
})
