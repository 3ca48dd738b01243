import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assistants } from './testing/escalation/assistants.ts'
import {
  type AttackerKind,
  designer,
  grantHolder,
  pairsOfTabs,
  program,
  ruleHolders,
  singleTabs,
  tokens,
} from './testing/escalation/attackers.ts'
import { campaign } from './testing/escalation/campaign.ts'
import { fixture } from './testing/fixture.ts'

/** Random sequences per kind of attacker; `MILLWRIGHT_ESCALATION_RUNS` sets another number. */
const runs = Number(process.env.MILLWRIGHT_ESCALATION_RUNS ?? 2)
const longest = 3_600_000

describe('random sequences of writes gain nothing', () => {
  const search = fixture(campaign, ({ close }) => close())

  it.each<[string, () => readonly AttackerKind[]]>([
    ['programs with an app password', () => [program]],
    ['programs with an access token', () => tokens],
    ['assistants', () => assistants],
    ['users who compose custom APIs', () => [designer]],
    ['users with granted requests for access', () => [grantHolder]],
    ['administrators with one tab', () => singleTabs],
    ['users with a rule for one resource of system', () => ruleHolders(search.resources)],
    ['administrators with two tabs', () => pairsOfTabs],
  ])(
    'for %s',
    async (_, kinds) => {
      for (const kind of kinds()) {
        const steps = await search.steps(kind)
        await fc.assert(
          fc.asyncProperty(steps, async (some) => {
            expect(await search.gains(kind, some), kind.name).toEqual([])
          }),
          { numRuns: runs },
        )
      }
    },
    longest,
  )
})
