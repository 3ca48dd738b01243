import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { equalRules, styleRules } from './equal-styles.ts'

/**
 * Most rules that may equal another rule. Lower it when possible: styles that two parts of the console share belong to a
 * component in `ui/`.
 */
const most = 199

describe('rules of style sheets', () => {
  const sheets = globSync('packages/console/src/**/*.css', { cwd: root })
  const rules = sheets.flatMap((file) => styleRules(file, readFileSync(join(root, file), 'utf8')))

  it(`say the same as another one at most ${most} times`, () => {
    const equal = equalRules(rules)
    const count = equal.flat().length
    const list = equal.map((group) => [group[0]?.says, ...group.map(({ file, selector }) => `  ${file} ${selector}`)])
    expect(count, list.flat().join('\n')).toBeLessThanOrEqual(most)
  })

  it('are equal regardless of the order of their declarations, but not across conditions', () => {
    const found = styleRules(
      'a.css',
      '.a { color: red; gap: 0 } .b { gap: 0; color: red } @media print { .c { color: red; gap: 0 } }',
    )
    expect(equalRules(found).map((group) => group.map(({ selector }) => selector))).toEqual([['.a', '.b']])
  })

  it('are distinguished from the steps of an animation', () => {
    const text = '@keyframes turn { from { opacity: 0 } to { opacity: 0 } } /* .x { color: red } */ .a { opacity: 0 }'
    expect(styleRules('a.css', text).map(({ selector }) => selector)).toEqual(['.a'])
  })
})
