import type { ConfigPlan } from '@millwright/contract/wire/config'
import { expect, it } from 'vitest'
import { planText } from './plan-text.ts'

it('a plan shows nothing of an instance that a terminal would interpret', () => {
  const name = 'a\u001b[2Jb\nc'
  const plan: ConfigPlan = {
    ...{ plan: '1', owner: 'team', applied: false, unchanged: 0 },
    changes: [
      {
        ...{ action: 'change', type: 'role', name, differences: [{ field: name, from: name, to: 'x' }] },
        dependents: [{ resource: 'app', names: [name], count: 1 }],
      },
    ],
  }
  const [headline, ...others] = planText(plan, true)
  expect(headline).toBe('\u001b[33m~ role a?[2Jb?c\u001b[0m')
  expect(others.join('')).not.toMatch(/\p{Cc}/u)
  expect(others).toContain('    in use by app a?[2Jb?c')
})
