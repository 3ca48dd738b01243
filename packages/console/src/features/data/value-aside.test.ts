import { expect, test } from 'vitest'
import { showValue } from './field-values.ts'
import { linkOf, pictureOf, valueAside } from './value-aside.ts'

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>',
  'ftp://a.example',
  'https://',
  'http://a b',
  'x https://a.example',
])('%s is not a URL to open', (text) => expect(linkOf(text)).toBeNull())

test('bytes are shown as a picture only if they start as one in a format without scripts', () => {
  expect(pictureOf(btoa('<svg onload="alert(1)"/>'))).toBeNull()
  expect(pictureOf(btoa('hello'))).toBeNull()
  expect(pictureOf('iVBORw0KGgoAAAA')).toBe('data:image/png;base64,iVBORw0KGgoAAAA')
  expect(pictureOf(`iVBORw0KGgo${'A'.repeat(200_000)}`)).toBeNull()
})

test('links and exact values are shown beside the value', () => {
  expect(valueAside({ name: 'site', type: 'string' })?.('https://a.example/x')).toEqual({ opens: 'Open a.example' })
  expect(valueAside({ name: 'site', type: 'string' })?.('a.example')).toBeUndefined()
  const exact = valueAside({ name: 'at', type: 'timestamptz' })?.('2020-02-03T04:05:06Z')?.exact
  expect(exact).toMatch(/^2020-02-03T04:05:06Z · \d+ years ago$/)
  expect(valueAside({ name: 'n', type: 'integer' })).toBeNull()
})

test('times and JSON are formatted for people, other formats are unchanged', () => {
  expect(showValue({ name: 'd', type: 'date' }, '2026-11-01')).toBe('Nov 1, 2026')
  expect(showValue({ name: 'd', type: 'datetime' }, '2026-11-01 23:30:00')).toMatch(/^Nov 1, 2026, (11:30\sPM|23:30)$/)
  for (const odd of ['0000-00-00', 'infinity', '2026-02-00', '44 BC'])
    expect(showValue({ name: 'd', type: 'date' }, odd)).toBe(odd)
  expect(showValue({ name: 'j', type: 'json' }, { a: [1, { b: 2 }] })).toBe('{"a":[1,{"b":2}]}')
})
