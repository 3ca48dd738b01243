import { describe, expect, it } from 'vitest'
import { defaultTemplates } from './default-templates.ts'
import { escapeHtml, fillNames, templateTexts, textOfHtml } from './template-texts.ts'

const lookups = (open: Readonly<Record<string, string>>) => ({
  open: new Map(Object.entries(open)),
  private: new Map(),
})
const fill = (text: string, values: Readonly<Record<string, string>>, open = {}) =>
  fillNames(text, values, lookups(open))

describe('a template', () => {
  it('fills in known names and leaves unknown ones', () => {
    expect(fill('Hi {name}, {nobody} {toString} {a b}', { name: 'Ann' })).toBe('Hi Ann, {nobody} {toString} {a b}')
  })

  it('does not fill in names within values', () => {
    expect(fill('{name} {code}', { name: '{code}', code: 'secret' })).toBe('{code} secret')
  })

  it('takes no lookup key in place of a value, however the name is written, nor a value within a lookup key', () => {
    const keys = { link: 'http://evil.test/{code}', code: 'theirs', site: '{link}' }
    const values = { link: 'http://here.test/', code: 'secret' }
    expect(fill('{link} {code} { link } {trim(link)} {site}', values, keys)).toBe(
      'http://here.test/ secret http://here.test/ http://here.test/ {link}',
    )
    const template = { subject: '{code}', body_html: '<a href="{link}">{site}</a>', defaults: '{"site":"ours"}' }
    expect(templateTexts(template, values, lookups(keys)).html).toBe('<a href="http://here.test/">ours</a>')
  })

  it('escapes values in HTML', () => {
    expect(fillNames('<p title="{name}">', { name: `"><script>'&` }, lookups({}), escapeHtml)).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">',
    )
  })

  it('converts to text without markup', () => {
    const html =
      '<head><title>no</title></head><!-- no --><h1>A &amp; B</h1>\n<p>One<br>two  {link}</p><ul><li>c</li></ul>'
    expect(textOfHtml(html)).toBe('A & B\n\nOne\n\ntwo {link}\n\nc')
  })

  it.each(defaultTemplates)(
    '$name greets the person and shows link and code, in HTML and as text',
    ({ body_html, subject }) => {
      expect(subject).toMatch(/^\[Millwright\] /)
      for (const body of [body_html, textOfHtml(body_html)]) {
        for (const name of ['{first_name}', '{link}', '{confirm_code}']) expect(body).toContain(name)
      }
      expect(textOfHtml(body_html)).not.toMatch(/[<>]/)
    },
  )
})
