import { flushCompileCache } from 'node:module'
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { fixturesVariable, noteFixtures } from './fixture-times.ts'
import { testSeed } from './seed.ts'

const { waitFor } = vi

/** Milliseconds. Vitest has no setting for this; its own default of one second is too short on a busy machine. */
const patience = 30_000

vi.waitFor = (callback, options = { timeout: patience }) => waitFor(callback, options)

const noted = process.env[fixturesVariable]
if (noted !== undefined) noteFixtures(noted)

// Vitest kills its workers, which would otherwise store what they compiled when they end.
afterAll(() => flushCompileCache())

fc.configureGlobal({ seed: testSeed(process.env) })
