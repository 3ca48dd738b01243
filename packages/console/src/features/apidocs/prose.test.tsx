import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Prose, plainWords } from './prose.tsx'

afterEach(cleanup)

test('what is no Markdown stays one paragraph', () => {
  render(<Prose text="All about pets: one, two (three)." />)
  expect(screen.getByText('All about pets: one, two (three).').tagName).toBe('P')
})

test('Markdown becomes paragraphs, lists, code and links to the web in a new window', async () => {
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
])('%s of a server does nothing', async (_, text) => {
  const { container } = render(<Prose text={text} />)
  await screen.findByText('x', { selector: 'code' })
  expect(container.querySelectorAll('script, iframe, img, a, b, [onclick], style, form').length).toBe(0)
})

test('in one line the words stand without their signs', () => {
  expect(plainWords('Use **all** of `limit`, see [the docs](https://x.test).')).toBe('Use all of limit, see the docs.')
  expect(plainWords('2 * 3 * 4 and snake_case_name')).toBe('2 * 3 * 4 and snake_case_name')
})
