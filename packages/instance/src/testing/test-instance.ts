import { onTestFinished } from 'vitest'
import { deferred, fixture } from './fixture.ts'
import { openTestInstance, type TestInstance, type TestInstanceOptions } from './open-test-instance.ts'

export type { TestInstance } from './open-test-instance.ts'

/** A complete instance for one test, removed when the test is over. */
export async function testInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const instance = await openTestInstance(options)
  onTestFinished(instance.close)
  return instance
}

/**
 * A complete instance for all tests of a file or `describe`: opened before the first of them, and removed after the last. It can be
 * destructured at once, and used in tests and hooks. `options`: a function if they depend on other fixtures.
 */
export function sharedInstance(options: TestInstanceOptions | (() => TestInstanceOptions) = {}): TestInstance {
  const failures: string[] = []
  const instance = fixture(
    () => openTestInstance({ ...(typeof options === 'function' ? options() : options), failures }),
    ({ close }) => close(),
  )
  return {
    server: deferred(() => instance.server),
    apps: deferred(() => instance.apps),
    parts: deferred(() => instance.parts),
    readiness: deferred(() => instance.readiness),
    scheduler: deferred(() => instance.scheduler),
    runner: deferred(() => instance.runner),
    scriptQueue: deferred(() => instance.scriptQueue),
    deliveries: deferred(() => instance.deliveries),
    keyWarnings: deferred(() => instance.keyWarnings),
    exchangeKinds: (kinds) => instance.exchangeKinds(kinds),
    make: deferred(() => instance.make),
    root: deferred(() => instance.root),
    send: (method, path, options) => instance.send(method, path, options),
    fetch: (input, init) => instance.fetch(input, init),
    signIn: (person, kind) => instance.signIn(person, kind),
    failures,
    close: () => instance.close(),
    [Symbol.asyncDispose]: () => instance.close(),
  }
}
