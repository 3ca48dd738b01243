import { describe, expect, it } from 'vitest'
import { defaultTemplates } from './default-templates.ts'
import { fill, fillHtml, textOfHtml } from './template.ts'

describe('a template', () => {
  it('has its names filled in, and unknown ones left', () => {
    expect(fill('Hi {name}, {nobody} {toString} {a b}', { name: 'Ann' })).toBe('Hi Ann, {nobody} {toString} {a b}')
  })

  it('does not fill in names that came with a value', () => {
    expect(fill('{name} {code}', { name: '{code}', code: 'secret' })).toBe('{code} secret')
  })

  it('keeps values from becoming markup in HTML', () => {
    expect(fillHtml('<p title="{name}">', { name: `"><script>'&` })).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">',
    )
  })

  it('has a text without its markup', () => {
    const html =
      '<head><title>no</title></head><!-- no --><h1>A &amp; B</h1>\n<p>One<br>two  {link}</p><ul><li>c</li></ul>'
    expect(textOfHtml(html)).toBe('A & B\n\nOne\n\ntwo {link}\n\nc')
  })

  it.each(defaultTemplates)('$name greets and shows link and code, in HTML and as text', ({ body_html, subject }) => {
    expect(subject).toMatch(/^\[Millwright\] /)
    for (const body of [body_html, textOfHtml(body_html)]) {
      for (const name of ['{first_name}', '{link}', '{confirm_code}']) expect(body).toContain(name)
    }
    expect(textOfHtml(body_html)).not.toMatch(/[<>]/)
  })
})
