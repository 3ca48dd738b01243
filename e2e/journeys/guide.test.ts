import { describe, expect, test } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { followGuide, guidePages } from '../harness/follow-guide.ts'
import { guideSteps } from '../harness/guide-steps.ts'
import { firstAdmin } from '../harness/instance.ts'
import { journey } from '../harness/journey.ts'

test('reports a sentence of a numbered list that is not a step', () => {
  expect(() => guideSteps('1. Be of good cheer.')).toThrow('Be of good cheer')
  expect(guideSteps('1. Open **Roles**. Press **Create**.\n')).toEqual([
    { does: 'open', name: 'Roles' },
    { does: 'press', name: 'Create' },
  ])
})

describe('the steps of the guide', () => {
  journey.for(guidePages())('%s', async (name, { visitor, instance }) => {
    await visitor.enter()
    await visitor.page.goto('/home')
    const { call } = await signIn(instance.url, firstAdmin)
    const key = async () => {
      const apps = recordsOf(await call('GET', 'system/app?order=id desc&limit=1&fields=api_key'))
      return String(apps[0]?.api_key)
    }
    await followGuide(visitor.page, name, { url: instance.url, key })
  })
})
