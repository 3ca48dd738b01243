import { createHash } from 'node:crypto'
import type { ApiResponse } from '../../../request/api-request.ts'
import { fileOf } from '../../../request/file-content.ts'

const script = 'document.forms[0].submit()'
const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'body{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:100vh;margin:0}p{margin:0}' +
  'button{font:inherit;padding:.5rem 1.25rem;cursor:pointer}'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Where the form may lead is not said: browsers would hold providers to it that send people on, and nobody else writes here. */
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that posts fields to an address by itself, or by its button where scripts are off. */
export function postedForm(action: string, fields: Readonly<Record<string, string>>): ApiResponse {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const page =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title>' +
    `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${style}</style></head><body>` +
    `<p>Going on to ${escaped(new URL(action).host)}…</p>` +
    `<form method="post" action="${escaped(action)}">${inputs.join('')}<button>Go on</button></form>` +
    `<script>${script}</script></body></html>`
  const body = fileOf(Buffer.from(page), { contentType: 'text/html; charset=utf-8', policy })
  return { status: 200, body, headers: { 'referrer-policy': 'no-referrer' } }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
