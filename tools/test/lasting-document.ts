import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

/** The simulated browser for all files of a worker. It stays until the worker ends, as React and timers go on after the last test. */
export default {
  ...jsdom,
  async setup(global, options) {
    await jsdom.setup(global, options)
    return { teardown() {} }
  },
} satisfies Environment
