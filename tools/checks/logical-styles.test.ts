import { describe, expect, it } from 'vitest'
import { filesOf, type SourceFile } from './source-files.ts'

/** Where positions are measured from the left edge by code, so that `left` is intended. */
const counted = [
  'packages/console/src/ui/tooltip.module.css',
  'packages/console/src/features/schema/diagram/diagram.module.css',
]

/** Declarations with left or right, which are wrong in right-to-left languages. */
function physical({ path, text }: SourceFile): readonly string[] {
  const plain = text.replace(/\/\*.*?\*\//gs, '')
  const named =
    /(?:^|[{;\s])((?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?:text-align|float|clear):\s*(?:left|right)\b/g
  const four = /(?:^|[{;\s])(?:margin|padding|inset):\s*([^;{}]+);/g
  return [
    ...[...plain.matchAll(named)].map(([found]) => `${path}: ${found.trim()}`),
    ...[...plain.matchAll(four)]
      .filter(([, value = '']) => {
        const [, right, , left] = value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
        return left !== undefined && left !== right
      })
      .map(([found]) => `${path}: ${found.trim()}`),
  ]
}

describe('rules of style sheets', () => {
  it('use start and end, not left and right', () => {
    const sheets = filesOf(['packages/console/src/**/*.css']).filter(({ path }) => !counted.includes(path))
    expect(sheets.length).toBeGreaterThan(50)
    expect(sheets.flatMap(physical)).toEqual([])
  })

  it.each([
    ['.a { margin-left: 1px }', 1],
    ['.a { left: 0 }', 1],
    ['.a { border-top-left-radius: 0 }', 1],
    ['.a { border-right-color: red }', 1],
    ['.a { text-align: right }', 1],
    ['.a { padding: 0 1px 0 calc(2px * (1 + 1)); }', 1],
    ['.a { padding: 0 calc(2px * 2) 1px calc(2px * 2); }', 0],
    ['.a { margin-inline-start: 1px; text-align: end; --left: 1px }', 0],
    ['/* margin-left: 1px */ .left { color: red }', 0],
  ])('that violate this are found: %s', (text, count) => {
    expect(physical({ path: 'a.css', text })).toHaveLength(count)
  })
})
