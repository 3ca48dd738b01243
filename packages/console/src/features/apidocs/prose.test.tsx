import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Prose, plainWords } from './prose.tsx'

test('text without Markdown is one paragraph', () => {
  render(<Prose text="All about pets: one, two (three)." />)
  expect(screen.getByText('All about pets: one, two (three).').tagName).toBe('P')
})

test('Markdown renders as paragraphs, lists, code and links that open in a new window', async () => {
  render(<Prose text={'# Pets\n\nUse **all** of `limit`:\n\n- [Docs](https://docs.example.test/x)\n- _more_'} />)
  const link = await screen.findByRole('link', { name: 'Docs' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://docs.example.test/x',
    '_blank',
    'noopener noreferrer',
  ])
  expect(screen.getByText('limit').tagName).toBe('CODE')
  expect(screen.getByText('all').tagName).toBe('STRONG')
  expect(screen.queryByRole('heading')).toBeNull()
})

test.each([
  ['HTML', '`x` <b onclick="alert(1)">bold</b> <script>alert(1)</script> <iframe src="//x"></iframe>'],
  ['links that run code', '`x` [a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) <javascript:alert(1)>'],
  ['pictures from elsewhere', '`x` ![tracks](https://evil.example.test/pixel.png)'],
])('%s from a server has no effect', async (_, text) => {
  const { container } = render(<Prose text={text} />)
  await screen.findByText('x', { selector: 'code' })
  expect(container.querySelectorAll('script, iframe, img, a, b, [onclick], style, form').length).toBe(0)
})

test('a single line shows the words without Markdown syntax', () => {
  expect(plainWords('Use **all** of `limit`, see [the docs](https://x.test).')).toBe('Use all of limit, see the docs.')
  expect(plainWords('2 * 3 * 4 and snake_case_name')).toBe('2 * 3 * 4 and snake_case_name')
})
