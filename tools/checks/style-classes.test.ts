import { describe, expect, it } from 'vitest'
import { filesOf, isTest } from './source-files.ts'
import { classComplaints } from './style-classes.ts'

describe('classes of style modules', () => {
  it('have rules, and rules are applied', () => {
    const sheets = filesOf(['packages/console/src/**/*.module.css'])
    const sources = filesOf(['packages/console/src/**/*.{ts,tsx}']).filter(({ path }) => !isTest(path))
    expect(classComplaints(sheets, sources)).toEqual([])
  })

  it('are found missing and unused, whether their names are written or computed', () => {
    const sheets = [{ path: 'a/b.module.css', text: '.left, .gap1 { top: .5em } .tall > .unused {} /* .no {} */' }]
    const text = `import styles from '../b.module.css'
      const shown = [styles.left, styles.gone, styles[size], styles[\`gap\${gap}\`]]
      const size = big ? 'tall' : 'low'`
    expect(classComplaints(sheets, [{ path: 'a/c/d.tsx', text }])).toEqual([
      'a/c/d.tsx applies .gone, which a/b.module.css does not have',
      'a/b.module.css has .unused, which nobody applies',
    ])
  })
})
