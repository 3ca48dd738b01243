import type { ConfigPlan } from '@millwright/contract/wire/config'
import { expect, it } from 'vitest'
import { planText } from './plan-text.ts'

it('a plan ends with a summary by kind', () => {
  const changes = (['create role', 'create app', 'delete role'] as const).map((text) => {
    const [action, type] = text.split(' ') as ['create' | 'delete', string]
    return { action, type, name: text, differences: [] }
  })
  const plan: ConfigPlan = { plan: '1', owner: 'team', applied: false, unchanged: 4, changes }
  expect(planText(plan, false).slice(-4)).toEqual([
    '',
    'role: 1 to create, 1 to delete',
    'app: 1 to create',
    '2 to create, 1 to delete, 4 unchanged.',
  ])
})

it('a plan shows nothing of an instance that a terminal would interpret', () => {
  const name = 'a\u001b[2Jb\nc'
  const plan: ConfigPlan = {
    plan: '1',
    owner: 'team',
    applied: false,
    unchanged: 0,
    changes: [
      {
        action: 'change',
        type: 'role',
        name,
        differences: [{ field: name, from: name, to: 'x' }],
        dependents: [{ resource: 'app', names: [name], count: 1 }],
      },
    ],
  }
  const [headline, ...others] = planText(plan, true)
  expect(headline).toBe('\u001b[33m~ role a?[2Jb?c\u001b[0m')
  expect(others.join('')).not.toMatch(/\p{Cc}/u)
  expect(others).toContain('    in use by app a?[2Jb?c')
})
