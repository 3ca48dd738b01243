import { accessTabs } from '@millwright/contract/access/tabs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { designer, grantHolder, pairsOfTabs, program, singleTabs, tokens } from './testing/escalation/attackers.ts'
import { attacks } from './testing/escalation/attacks.ts'
import { campaign } from './testing/escalation/campaign.ts'
import { writesOf } from './testing/escalation/former-faults.ts'
import type { Step } from './testing/escalation/steps.ts'
import { fixture } from './testing/fixture.ts'

/** The service `logs` of a new instance, which nothing but roles names. */
const logsId = 4

/** Repeats the random part. */
const seed = 2026

it('has an attack for exactly the writes that tabs allow', () => {
  expect(Object.keys(attacks).toSorted()).toEqual([...new Set(writesOf(accessTabs))].toSorted())
})

describe('nobody gains rights, or sees what is not meant for them, by former faults and random writes', () => {
  const search = fixture(campaign, ({ close }) => close())

  it.each([...singleTabs, program, ...tokens, designer, grantHolder])('$name', async (kind) => {
    const [steps = []] = fc.sample(await search.steps(kind), { numRuns: 1, seed })
    expect(await search.gains(kind, steps, { formerFaults: true })).toEqual([])
  })

  it('not by deleting a service, with which the rules for it go', async () => {
    const kind = pairsOfTabs.find(({ tabs = [] }) => tabs.includes('services') && tabs.includes('files'))
    if (kind === undefined) throw new Error('There is no administrator with these tabs.')
    const deletion: Step = { verb: 'DELETE', path: `system/service/${logsId}` }
    expect(await search.gains(kind, [deletion])).toEqual([])
  })
})
