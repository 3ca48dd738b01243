/** What may stand in the log in the place of something secret. */
const gone = '…'

const replacements: readonly (readonly [RegExp, string])[] = [
  // User names, passwords and queries of addresses.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@'"]*@/gi, `$1${gone}@`],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s?'"]*)\?[^\s'"]*/gi, `$1?${gone}`],
  // Tokens, by their form or by what stands before them.
  [/\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g, gone],
  [/\b(bearer|basic)\s+[\w+/=.~-]+/gi, `$1 ${gone}`],
  [
    /((?:password|passwd|secret|api[_-]?key|(?:session|script|access|refresh)[_-]token)"?\s*[=:]\s*"?)[^\s&"',;)]+/gi,
    `$1${gone}`,
  ],
]

/** Characters of one text in the log. */
const longestText = 20_000

/** A text of the log without credentials that errors of drivers and servers repeat: in addresses, tokens, pairs of name and value. */
export function withoutSecrets(text: string): string {
  let safe = text.length > longestText ? `${text.slice(0, longestText)}${gone}` : text
  for (const [pattern, replacement] of replacements) safe = safe.replace(pattern, replacement)
  return safe
}

/** Pieces of a message that could be a value, rather than the words around it. */
const pieces = /[^\s'"`´‘’“”,;:()[\]{}<>=!?]{4,}/g

/** The longest request, in characters, in which pieces are looked for. */
const longestSent = 1_000_000

/** A message without what the request that it is about has sent: its values are nothing for a log. */
export function withoutSent(message: string, sent: string): string {
  if (sent.length > longestSent) return gone
  return message.replace(pieces, (piece) => (sent.includes(piece) ? gone : piece))
}
