import { expect, test } from 'vitest'
import { mailDocument } from './mail-document.ts'

test.each([
  '<script>alert(1)</script>',
  '<script src="/assets/index.js"></script>',
  '<img src=x onerror="alert(1)">',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" JaVaScRiPt:alert(1)">x</a>',
  '<iframe src="/home"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.test">',
  '<base href="https://elsewhere.test/">',
  '<object data="/home"></object>',
  '<form action="/x"><button formaction="javascript:alert(1)">x</button></form>',
])('nothing of %s acts', (html) => {
  const made = mailDocument(html).html
  expect(made).not.toMatch(/<(?:script|iframe|object|svg|math|meta|base)|javascript:|\son\w+=|elsewhere/i)
})

test('what is left still does nothing when it is read again', () => {
  const html = '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>'
  const again = new DOMParser().parseFromString(mailDocument(html).html, 'text/html')
  expect(again.querySelectorAll('[onerror], script')).toHaveLength(0)
})

test('looks are kept aside, as rules or at their elements', () => {
  const { html, css } = mailDocument('<style>p { color: red }</style><p style="margin: 0">Dear Ada</p>')
  expect(css).toBe('p { color: red }')
  expect(html).toContain('<p data-look="margin: 0">Dear Ada</p>')
  expect(html).not.toMatch(/\sstyle=|<style/)
})

test('a web link opens a window of its own that knows nothing of this one', () => {
  expect(mailDocument('<a href="https://a.test/?x=1&amp;y=2">x</a>').html).toContain(
    '<a href="https://a.test/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">x</a>',
  )
})
