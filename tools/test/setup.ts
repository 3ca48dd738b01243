import fc from 'fast-check'
import { vi } from 'vitest'
import { fixturesVariable, noteFixtures } from './fixture-times.ts'
import { testSeed } from './seed.ts'

const { waitFor } = vi

/** Milliseconds. Vitest has no setting for this; its own default of one second is too short on a busy machine. */
const patience = 30_000

vi.waitFor = (callback, options = { timeout: patience }) => waitFor(callback, options)

const noted = process.env[fixturesVariable]
if (noted !== undefined) noteFixtures(noted)

fc.configureGlobal({ seed: testSeed(process.env) })
