/**
 * The headers of everything that the console is made of. `endpoints`: configured addresses besides the own origin that the
 * console may speak to; nothing else can be reached from its pages.
 */
export function securityHeaders(endpoints: readonly string[]): Record<string, string> {
  const origins = [
    ...new Set(endpoints.map((address) => URL.parse(address)?.origin).filter((each) => each !== undefined)),
  ]
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      // What the console was given of a file, and shows.
      "media-src 'self' blob:",
      "frame-src 'self' blob:",
      `connect-src ${["'self'", ...origins].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
}
