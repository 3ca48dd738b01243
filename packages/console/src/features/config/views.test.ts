import { expect, test } from 'vitest'
import { configViews, type Standing, shownViews } from './views.ts'

const all = (standing: Standing) => ({
  'system-info': standing,
  cache: standing,
  cors: standing,
  'email-templates': standing,
  'lookup-keys': standing,
  webhooks: standing,
  outbox: standing,
  'two-step': standing,
})

test('where nothing came there is nothing', () => {
  expect(shownViews(all('refused'), null)).toEqual({ places: [], page: 'nothing' })
  expect(shownViews(all('refused'), 'cors').page).toBe('missing')
})

test('an address of no view shows that it is missing', () => {
  expect(shownViews(all('loaded'), 'elsewhere').page).toBe('missing')
})

test('a view shows only when its data came, and the first of them is the start', () => {
  const shown = shownViews({ ...all('loaded'), 'system-info': 'refused', cors: 'refused' }, null)
  expect(shown.places.map(({ view }) => view.title)).toEqual([
    'Cache',
    'Email Templates',
    'Global Lookup Keys',
    'Webhooks',
    'Outbox',
    'Two-Step Sign-In',
  ])
  expect(shown.page).toBe('cache')
})

test('a view has its room before its data came', () => {
  const { places } = shownViews({ ...all('waiting'), cors: 'loaded', cache: 'refused' }, null)
  expect(places.map(({ view, loaded }) => `${view.id} ${loaded}`)).toEqual([
    'system-info false',
    'cors true',
    'email-templates false',
    'lookup-keys false',
    'webhooks false',
    'outbox false',
    'two-step false',
  ])
})

test('the start waits for an earlier view rather than jump to it later', () => {
  expect(shownViews({ ...all('loaded'), 'system-info': 'waiting' }, null).page).toBe('waiting')
  expect(shownViews({ ...all('waiting'), 'system-info': 'loaded' }, null).page).toBe('system-info')
})

test('a view that is named waits for its own data alone', () => {
  expect(shownViews({ ...all('waiting'), cors: 'loaded' }, 'cors').page).toBe('cors')
  expect(shownViews({ ...all('loaded'), cors: 'waiting' }, 'cors').page).toBe('waiting')
})

test('the views are in the order that people know', () => {
  expect(configViews.map(({ title }) => title)).toEqual([
    'System Info',
    'Cache',
    'CORS',
    'Email Templates',
    'Global Lookup Keys',
    'Webhooks',
    'Outbox',
    'Two-Step Sign-In',
  ])
})
