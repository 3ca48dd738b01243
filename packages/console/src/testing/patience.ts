import { configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { speedUpJsdom } from './quick-document.ts'

configure({
  // The first page of a file waits for its code to load, which takes long on a busy machine.
  asyncUtilTimeout: 60_000,
  getElementError: missingElement,
})

// Code still loading when a file ends would be missing for all later files, which share its modules.
afterAll(() => vi.dynamicImportSettled())

// The router calls it for each page; jsdom would print that it is not implemented.
globalThis.scrollTo = () => undefined

// Some test files have no document.
if (typeof document !== 'undefined') {
  speedUpJsdom()
  // The simulated browser has no layout, so there is nothing to scroll.
  Element.prototype.scrollIntoView = () => undefined
}

// The files of a worker share globals: what a test replaces comes back after it.
afterEach(() => {
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
