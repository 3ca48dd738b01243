import { expect, test } from 'vitest'
import {
  draftOfTemplate,
  printList,
  readList,
  templateNotice,
  templateToCreate,
  templateToUpdate,
} from './template-draft.ts'

test('requires a name, and a new template to be renamed', () => {
  expect(templateNotice(draftOfTemplate(null), true)).toEqual({
    type: 'warning',
    text: 'Email templates should have a unique name. Please choose a name other than the default.',
  })
  expect(templateNotice({ ...draftOfTemplate(null), name: '' }, false)).toEqual({
    type: 'error',
    text: 'Template Name is a required field.',
  })
})

test.each([
  ['a@b.test', 'a@b.test'],
  [['a@b.test', 'c@d.test'], 'a@b.test, c@d.test'],
  [{ name: 'A', email: 'a@b.test' }, '{"name":"A","email":"a@b.test"}'],
  [[{ email: 'a@b.test' }, 'c@d.test'], '[{"email":"a@b.test"},"c@d.test"]'],
])('shows %j as %j without loss', (value, text) => {
  expect(printList(value)).toBe(text)
  expect(readList(text)).toEqual(Array.isArray(value) && !text.startsWith('[') ? text : value)
})

test('treats a lookup key in braces as text', () => {
  expect(readList('{attachment_url}')).toBe('{attachment_url}')
})

test('sends the reply fields under their API names', () => {
  const draft = { ...draftOfTemplate(null), name: 'Hello', reply_to_name: 'Ann', reply_to_email: 'ann@a.test' }
  expect(templateToCreate(draft)).toEqual({ name: 'Hello', reply_to_name: 'Ann', reply_to_email: 'ann@a.test' })
})

test('sends only changed fields in an update, and null for cleared ones', () => {
  const stored = { id: 1, name: 'Hello', to: ['a@b.test'], subject: 'Hi', body_text: 'text', defaults: { a: 'b' } }
  const draft = draftOfTemplate(stored)
  expect(templateToUpdate(draft, stored)).toEqual({})
  expect(templateToUpdate({ ...draft, to: '', subject: ' ', body_text: 'other' }, stored)).toEqual({
    to: null,
    subject: null,
    body_text: 'other',
  })
})
