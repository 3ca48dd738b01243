import { expect, test } from 'vitest'
import { corsEditing, corsNotice, corsToCreate, corsToUpdate, draftOfCors } from './cors-kind.tsx'

const stored = {
  id: 3,
  path: 'api/*',
  description: null,
  origin: 'https://a.test',
  header: '*',
  exposed_header: null,
  max_age: 60,
  method: ['GET', 'POST'],
  supports_credentials: true,
  enabled: true,
  of_another_server: 1,
}

test('requires a new entry to be renamed', () => {
  const fresh = draftOfCors(null)
  expect(corsNotice(fresh, true)).toEqual({
    type: 'warning',
    text: "Entries should have a unique path pattern. Please rename your entry to something other than the default 'new' name.",
  })
  expect(corsNotice({ ...fresh, path: 'NEW' }, false)).toBeNull()
})

test.each([
  ['', true],
  ['  ', true],
  [' ', false],
])('rejects the path %j as missing (new: %s)', (path, isNew) => {
  const draft = { ...draftOfCors(null), path }
  expect(corsNotice(draft, isNew)).toEqual({ type: 'error', text: 'Path is a required field.' })
  expect(corsEditing.check(draft, isNew)?.fields).toEqual({ path: 'Path is a required field.' })
})

test.each(['-1', '1.5', 'soon'])('rejects the max age %j', (max_age) => {
  const draft = { ...draftOfCors(stored), max_age }
  expect(Object.keys(corsEditing.check(draft, false)?.fields ?? {})).toEqual(['max_age'])
})

test('sends a new entry completely, without empty fields', () => {
  expect(corsToCreate({ ...draftOfCors(null), path: ' api/* ', method: 3, max_age: '' })).toEqual({
    path: 'api/*',
    origin: '*',
    header: '*',
    max_age: 0,
    method: ['GET', 'POST'],
    supports_credentials: false,
    enabled: false,
  })
})

test('sends only changed fields in an update', () => {
  const draft = draftOfCors(stored)
  expect(corsToUpdate(draft, stored)).toEqual({})
  expect(corsToUpdate({ ...draft, header: '', max_age: '60 ', method: 1, enabled: false }, stored)).toEqual({
    header: null,
    method: ['GET'],
    enabled: false,
  })
})

test.each([
  [3, 3],
  [['get', 'POST', 'TRACE'], 3],
  [null, 0],
])('converts the methods %j to the mask %i', (method, mask) => {
  expect(draftOfCors({ ...stored, method }).method).toBe(mask)
})
