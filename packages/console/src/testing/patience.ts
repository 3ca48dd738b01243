import { configure, prettyDOM } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { answerQuickly } from './quick-document.ts'

configure({
  // The first page of a file waits until its code is read, which takes long on a busy machine.
  asyncUtilTimeout: 60_000,
  getElementError: missingElement,
})

// Code that is still being fetched when a file ends would be missing for all files after it, which share its modules.
afterAll(() => vi.dynamicImportSettled())

// The router calls it for each page; jsdom would print that it has none.
globalThis.scrollTo = () => undefined

// Some files need no document.
if (typeof document !== 'undefined') answerQuickly()

/** Who waits for an element is refused again and again; only of the last refusal is the message read, and the page printed. */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, missingElement)
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  })
}
