import { isWebAddress, mailDocument } from './mail-document.ts'

/** Returns the URLs in a mail without duplicates, in order: those of its HTML, then those in its text. */
export function mailLinks(html: string, text: string): string[] {
  const marked = [
    ...new DOMParser().parseFromString(mailDocument(html).html, 'text/html').querySelectorAll('a[href]'),
  ].map((link) => link.getAttribute('href') ?? '')
  const written = [...text.matchAll(/https?:\/\/[^\s<>"']+/gi)].map(([address]) =>
    address.replace(/[.,;:!?)\]}]+$/, ''),
  )
  return [...new Set([...marked, ...written].filter(isWebAddress))]
}
