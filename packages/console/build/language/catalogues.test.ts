import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiledSource } from './catalogues.ts'
import { messagesIn } from './messages-in.ts'

const at = (path: string) => join(import.meta.dirname, '../../src', path)

describe('the compiler of catalogues', () => {
  it.each([
    `catalogue({ a: \`x \${y}\` })`,
    'catalogue({ a: word })',
    'catalogue({ ...others })',
    'catalogue({ [a]: "x" })',
    'catalogue({ a: "x" }); catalogue({ b: "y" })',
  ])('refuses %s', (code) => {
    expect(() => messagesIn(code, 'messages.ts')).toThrow()
  })

  it('says which message is wrong', () => {
    expect(() => compiledSource("export const t = catalogue({ rows: '{count' })", at('app/messages.ts'))).toThrow(
      /rows/,
    )
  })

  it('leaves plain texts plain, and offers the translations that are there', () => {
    const code = compiledSource("export const t = catalogue({ a: 'A' + 'B' })", at('features/login/messages.ts'))
    expect(code).toContain('"a": "AB"')
    expect(code).toContain("de: () => import('./messages.de.ts')")
    expect(code).not.toContain('format.ts')
  })

  it('has code that is fetched later wait for its messages, but no package', () => {
    const code = compiledSource(
      "const a = () => import('./b.tsx')\nconst c = () => import('react')",
      at('app/frame/a.ts'),
    )
    expect(code).toContain("withMessages(import('./b.tsx'))")
    expect(code).toContain("=> import('react')")
    expect(code).toContain('from "./../../language/catalogue.ts"')
  })

  it('leaves alone what has neither', () => {
    expect(compiledSource('export const a = 1', at('app/a.ts'))).toBeNull()
    expect(compiledSource("import('./b.ts')", '/elsewhere/a.ts')).toBeNull()
  })
})
