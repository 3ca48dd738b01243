import { describe, expect, it } from 'vitest'
import { defaultTemplates } from './default-templates.ts'
import { fill, fillHtml, textOfHtml } from './template.ts'

describe('a template', () => {
  it('fills in known names and leaves unknown ones', () => {
    expect(fill('Hi {name}, {nobody} {toString} {a b}', { name: 'Ann' })).toBe('Hi Ann, {nobody} {toString} {a b}')
  })

  it('does not fill in names within values', () => {
    expect(fill('{name} {code}', { name: '{code}', code: 'secret' })).toBe('{code} secret')
  })

  it('escapes values in HTML', () => {
    expect(fillHtml('<p title="{name}">', { name: `"><script>'&` })).toBe(
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
