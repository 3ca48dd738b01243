import { vi } from 'vitest'

const { waitFor } = vi

/** Milliseconds. Vitest has no setting for this; its own default of one second is too short on a busy machine. */
const patience = 30_000

vi.waitFor = (callback, options = { timeout: patience }) => waitFor(callback, options)
