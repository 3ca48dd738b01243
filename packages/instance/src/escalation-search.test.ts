import fc from 'fast-check'
import { expect, it } from 'vitest'
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

/** How long to search. `TEST_SEED` repeats a search, as far as the time allows. */
const minutes = Number(process.env.TEST_ESCALATION_MINUTES ?? 10)
/** Minutes for shortening what was found. */
const patience = 30

const search = fixture(campaign, ({ close }) => close())

it(
  'random sequences of writes gain nothing, whoever makes them',
  async () => {
    const kinds: readonly AttackerKind[] = [
      program,
      ...tokens,
      ...assistants,
      designer,
      grantHolder,
      ...singleTabs,
      ...ruleHolders(search.resources),
      ...pairsOfTabs,
    ]
    const seed = fc.readConfigureGlobal().seed ?? 0
    const everyone = fc.shuffledSubarray([...kinds], { minLength: kinds.length })
    const [order = []] = fc.sample(everyone, { numRuns: 1, seed })
    const end = Date.now() + minutes * 60_000
    let tried = 0
    for (; Date.now() < end; tried += 1) {
      const kind = order[tried % order.length] ?? program
      const gainsNothing = fc.asyncProperty(await search.steps(kind), async (steps) => {
        expect(await search.gains(kind, steps), kind.name).toEqual([])
      })
      await fc.assert(gainsNothing, { numRuns: 1, seed: seed + tried })
    }
    process.stdout.write(`${tried} sequences of ${kinds.length} kinds of attackers gained nothing.\n`)
  },
  (minutes + patience) * 60_000,
)
