import { afterAll, onTestFinished } from 'vitest'
import { openTestInstance, type TestInstance, type TestInstanceOptions } from './open-test-instance.ts'

export type { TestInstance } from './open-test-instance.ts'

/** A complete instance for one test, removed when the test is over. */
export async function testInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const instance = await openTestInstance(options)
  onTestFinished(instance.close)
  return instance
}

/** A complete instance for all tests of a file or `describe`, removed after the last of them. */
export async function sharedInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const instance = await openTestInstance(options)
  afterAll(instance.close)
  return instance
}
