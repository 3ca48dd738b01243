import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinLookups, type LookupKey, substituteInValue, substituteLookups } from './lookup-substitution.ts'

const key = (name: string, value: string, hidden = false): LookupKey => ({
  name,
  value,
  private: hidden,
  trust: 'trusted',
})
const lookups = joinLookups(
  [key('desk', 'of the user'), key('pin', 'user’s secret', true)],
  [key('desk', 'of the role'), key('team', 'of the role')],
  [key('team', 'of the app'), key('region', 'of the app')],
  [key('region', 'global'), key('site', ' a b/ü '), key('pin', 'open to all'), key('loop', '{site}')],
)
const fill = (text: string) => substituteLookups(text, lookups)

describe('lookups in a text', () => {
  it.each([
    'no key',
    '{unknown}',
    '{}',
    '{ }',
    '{des k}',
    '{nope(desk)}',
    '{trim(desk}',
    '{trim desk)}',
    '{trim(desk))}',
    '{constructor}',
    '{__proto__}',
    'a { b: c }',
  ])('leave %j as it is', (text) => {
    expect(fill(text)).toBe(text)
  })

  it('take the value of the closest owner', () => {
    expect(fill('{desk}, {team}, {region}')).toBe('of the user, of the role, of the app')
    expect(fill('{ desk }{desk}')).toBe('of the userof the user')
  })

  it('never expose a private value unless requested', () => {
    expect(fill('{pin}')).toBe('open to all')
    expect(substituteLookups('{pin}', lookups, { withPrivate: true })).toBe('user’s secret')
  })

  it('are not substituted inside values', () => {
    expect(fill('{loop}')).toBe('{site}')
  })

  it.each([
    ['strtoupper', ' A B/Ü '],
    ['strtolower', ' a b/ü '],
    ['ucwords', ' A B/ü '],
    ['trim', 'a b/ü'],
    ['urlencode', '+a+b%2F%C3%BC+'],
    ['rawurlencode', '%20a%20b%2F%C3%BC%20'],
    ['base64_encode', Buffer.from(' a b/ü ').toString('base64')],
  ])('are transformed by %s', (name, result) => {
    expect(fill(`{${name}(site)}`)).toBe(result)
  })

  it('apply functions from the inside out', () => {
    expect(fill('{urlencode(trim(site))}')).toBe('a+b%2F%C3%BC')
    expect(fill('{ucfirst(trim(site))} {lcfirst(strtoupper(desk))}')).toBe('A b/ü oF THE USER')
    expect(fill('{base64_decode(base64_encode(site))}{rawurldecode(rawurlencode(site))}')).toBe(' a b/ü  a b/ü ')
    expect(fill('{urldecode(site)}')).toBe(' a b/ü ')
  })

  it('are written by the given function', () => {
    expect(substituteLookups('<{desk}>', lookups, { write: (value) => value.replaceAll(' ', '_') })).toBe(
      '<of_the_user>',
    )
  })

  it('are replaced at any depth of a value, but not in member names', () => {
    const value = { '{desk}': ['{desk}', { a: '{team}', b: 1, c: null }] }
    expect(substituteInValue(value, lookups)).toEqual({
      '{desk}': ['of the user', { a: 'of the role', b: 1, c: null }],
    })
  })

  it('are found in time linear in the length of the text', () => {
    for (const piece of ['{', '{trim(', '{a(a(a(', '{trim(x) ', '{ \t']) {
      const text = piece.repeat(100_000)
      expect(fill(text)).toBe(text)
    }
  })

  it('cannot grow a text without bound', () => {
    const long = joinLookups([key('long', '% '.repeat(1_000_000))])
    const nested = `{${'urlencode('.repeat(8)}long${')'.repeat(8)}}`
    expect(substituteLookups(nested, long)).toBe(nested)
    expect(substituteLookups('{long}'.repeat(10), long).length).toBeLessThan(5_000_000)
  })

  it('never throw, and leave any text without braces unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const filled = fill(text)
        if (!text.includes('{')) expect(filled).toBe(text)
      }),
    )
  })
})
