import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import * as formats from '../../src/language/format.ts'
import { setLanguage } from '../../src/language/language.ts'
import { rich } from '../../src/language/rich.ts'
import { codeName, messageCode } from './icu-code.ts'
import { pseudo } from './pseudo.ts'

/** Compiles a message and evaluates it with values. */
function run(message: string, values: Readonly<Record<string, unknown>> = {}): unknown {
  const { expression, helpers } = messageCode(message)
  const all: Readonly<Record<string, unknown>> = { ...formats, rich }
  const made: unknown = new Function(...helpers.map(codeName), `return ${expression}`)(
    ...helpers.map((name) => all[name]),
  )
  return typeof made === 'function' ? made(values) : made
}

afterEach(() => setLanguage('en'))

describe('a compiled message', () => {
  it.each(['{count, plural, one {# row}}', '{name', '<b>open', '{n, plural, other {#}', '{day, date, medium}'])(
    'rejects %s',
    (message) => {
      expect(() => messageCode(message)).toThrow()
    },
  )

  it.each([
    ['Login', {}, 'Login'],
    ["The user's email", {}, "The user's email"],
    ["A literal '{'brace'}' and it''s", {}, "A literal {brace} and it's"],
    ['Delete {name}?', { name: 'x' }, 'Delete x?'],
    ['{a}{b}', { a: '1', b: '2' }, '12'],
    ['{count, plural, one {# row} other {# rows}}', { count: 1 }, '1 row'],
    ['{count, plural, one {# row} other {# rows}}', { count: 1234 }, '1,234 rows'],
    ['{count, plural, =0 {No rows} one {# row} other {# rows}}', { count: 0 }, 'No rows'],
    ['{n, plural, offset:1 =0 {nobody} one {you and # more} other {you and # more}}', { n: 3 }, 'you and 2 more'],
    ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 3 }, '3rd'],
    ['{kind, select, admin {an admin} other {a user}}', { kind: 'constructor' }, 'a user'],
    ['{part, number, percent}', { part: 0.25 }, '25%'],
  ])('formats %s', (message, values, written) => {
    expect(run(message, values)).toBe(written)
  })

  it('selects plurals and formats numbers by the rules of its language', () => {
    setLanguage('de')
    expect(run('{count, plural, one {# Zeile} other {# Zeilen}}', { count: 1234 })).toBe('1.234 Zeilen')
  })

  it('inserts values literally, whatever they contain', () => {
    const name = "{count} <b>'x'</b> $1"
    expect(run('Delete {name}?', { name })).toBe(`Delete ${name}?`)
    expect(run('{count, plural, other {{name}: #}}', { name, count: 2 })).toBe(`${name}: 2`)
  })

  it('renders given tags as elements, and never creates markup from other text', () => {
    const link = (content: unknown) => createElement('a', { href: '/x' }, String(content))
    const made = run("See <link>the {what}</link>, not '<'b>this'<'/b>.", { link, what: '<i>guide</i>' })
    expect(renderToStaticMarkup(createElement('p', null, made as ReactNode))).toBe(
      '<p>See <a href="/x">the &lt;i&gt;guide&lt;/i&gt;</a>, not &lt;b&gt;this&lt;/b&gt;.</p>',
    )
  })
})

it('the pseudo-language is accented, longer, and leaves values unchanged', () => {
  const { expression } = messageCode('[Delete {name}?]', pseudo)
  expect(new Function(`return ${expression}`)()({ name: 'plain' })).toBe('[Délété~~~ plain?]')
})
