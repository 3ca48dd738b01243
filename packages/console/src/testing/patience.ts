import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { speedUpJsdom } from './quick-document.ts'

configure({
  // The first page of a file waits for its code to load, which takes long on a busy machine.
  asyncUtilTimeout: 60_000,
  getElementError: missingElement,
})

omitOwnerStacks()

// Code still loading when a file ends would be missing for all later files, which share its modules.
afterAll(() => vi.dynamicImportSettled())

// The router calls it for each page; jsdom would print that it is not implemented.
globalThis.scrollTo = () => undefined

speedUpJsdom()

// The simulated browser has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView = () => undefined

// The files of a worker share globals and a document: what a test replaces comes back after it, and what it rendered goes.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Waiting for an element throws on every attempt; the message, which prints the page, is computed only when it is read. */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, missingElement)
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  })
}

/** React notes where each element was made, for warnings that no test reads, until it has noted many: a tenth of the time of page tests. */
function omitOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (typeof internals !== 'object' || internals === null) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
}
