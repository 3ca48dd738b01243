import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

/**
 * The simulated browser for all files of a worker. It stays until the worker ends, as React and timers go on after the last test. Byte
 * arrays stay those of Node.js, which instances in the same process use.
 */
export default {
  ...jsdom,
  async setup(global, options) {
    const { Uint8Array: own } = global
    await jsdom.setup(global, options)
    global.Uint8Array = own
    return { teardown() {} }
  },
} satisfies Environment
