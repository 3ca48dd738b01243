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

test('shows nothing if no data has loaded', () => {
  expect(shownViews(all('refused'), null)).toEqual({ places: [], page: 'nothing' })
  expect(shownViews(all('refused'), 'cors').page).toBe('missing')
})

test('shows that an address without a view is missing', () => {
  expect(shownViews(all('loaded'), 'elsewhere').page).toBe('missing')
})

test('shows a view once its data has loaded, and starts with the first one', () => {
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

test('reserves space for a view while its data is loading', () => {
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

test('waits for an earlier view instead of jumping to it later', () => {
  expect(shownViews({ ...all('loaded'), 'system-info': 'waiting' }, null).page).toBe('waiting')
  expect(shownViews({ ...all('waiting'), 'system-info': 'loaded' }, null).page).toBe('system-info')
})

test('waits only for the data of a view that is in the address', () => {
  expect(shownViews({ ...all('waiting'), cors: 'loaded' }, 'cors').page).toBe('cors')
  expect(shownViews({ ...all('loaded'), cors: 'waiting' }, 'cors').page).toBe('waiting')
})

test('has the established order of views', () => {
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
