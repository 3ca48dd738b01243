import { configure, prettyDOM } from '@testing-library/react'

configure({
  // The first page of a file waits until its code is read, which takes long on a busy machine.
  asyncUtilTimeout: 60_000,
  getElementError: missingElement,
})

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
