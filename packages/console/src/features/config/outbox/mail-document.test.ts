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
  '<form action="javascript:alert(1)"><input autofocus></form>',
  '<svg/onload=alert(1)>',
  '<img alt="a > b"onerror=alert(1) src="x">',
])('removes active content: %s', (html) => {
  const made = mailDocument(html).html
  expect(made).not.toMatch(/<(?:script|iframe|object|svg|math|meta|base)|javascript:|\son\w+=|elsewhere/i)
})

test.each([
  '<img src="https://elsewhere.test/a.png" alt="A picture">',
  '<img srcset="https://elsewhere.test/a.png 2x" alt="A picture">',
  '<video poster="https://elsewhere.test/a.png" src="https://elsewhere.test/a.mp4"></video>',
  '<table background="https://elsewhere.test/a.png"></table>',
  '<p style="background: url(https://elsewhere.test/a.png)">x</p>',
  '<p style=\'background: url("https://elsewhere.test/a.png")\'>x</p>',
  '<style>@import "https://elsewhere.test/a.css"; p { background: image-set("https://elsewhere.test/a.png" 1x) }</style>',
])('removes external requests: %s', (html) => {
  const made = mailDocument(html)
  expect(made.html.replace(/data-look="[^"]*"/g, '')).not.toContain('elsewhere')
  expect(`${made.html}${made.css}`).not.toMatch(/(?:url|set)\(|@import/)
})

test('shows embedded pictures, and the alternative text of others', () => {
  const { html } = mailDocument('<img src="data:image/png;base64,AA" alt="Logo"><img src="/b.png" alt="Chart">')
  expect(html).toContain('<img src="data:image/png;base64,AA" alt="Logo"><img alt="Chart">')
})

test('stays harmless when the result is parsed again', () => {
  const html = '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>'
  const again = new DOMParser().parseFromString(mailDocument(html).html, 'text/html')
  expect(again.querySelectorAll('[onerror], script')).toHaveLength(0)
})

test.each(['<style>', '<base ', '<a "', "<a '", '<p style=', '<p ', 'url( ', '@import '])(
  'processes a megabyte of %j in linear time',
  (piece) => {
    const html = piece.repeat(2 ** 20 / piece.length)
    expect(mailDocument(`${html}<style>${html}</style>`).html).not.toContain('<style')
  },
)

test('moves styles aside, whether in style sheets or attributes', () => {
  const { html, css } = mailDocument('<style>p { color: red }</style><p style="margin: 0">Dear Ada</p>')
  expect(css).toBe('p { color: red }')
  expect(html).toContain('<p data-look="margin: 0">Dear Ada</p>')
  expect(html).not.toMatch(/\sstyle=|<style/)
})

test('opens web links in a new window without access to this one', () => {
  expect(mailDocument('<a href="https://a.test/?x=1&amp;y=2">x</a>').html).toContain(
    '<a href="https://a.test/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">x</a>',
  )
})
