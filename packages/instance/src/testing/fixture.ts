import { beforeAll } from 'vitest'

/**
 * What the tests of a file or `describe` share: opened before the first of them, and closed after the last, so that nothing is opened while
 * tests are collected. Its members can be read from then on.
 */
export function fixture<T extends object>(open: () => Promise<T>, close?: (opened: T) => Promise<unknown>): T {
  let opened: T | undefined
  beforeAll(async () => {
    const made = await open()
    opened = made
    return () => close?.(made)
  })
  return deferred(() => {
    if (opened === undefined) throw new Error('This is opened before the first test: read it in a test or in a hook.')
    return opened
  })
}

/** Stands for an object that does not exist yet: each access goes to what `find` returns then. */
export function deferred<T extends object>(find: () => T): T {
  const stand: Partial<T> = {}
  return new Proxy(stand as T, {
    get(_, name) {
      const found = find()
      const member: unknown = Reflect.get(found, name)
      return typeof member === 'function' ? member.bind(found) : member
    },
    set: (_, name, value) => Reflect.set(find(), name, value),
    has: (_, name) => Reflect.has(find(), name),
    ownKeys: () => Reflect.ownKeys(find()),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(find(), name)
      return found && { ...found, configurable: true }
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(find()),
  })
}
