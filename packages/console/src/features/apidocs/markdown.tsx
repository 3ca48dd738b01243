import Markdown from 'markdown-to-jsx/react'
import type { ReactNode } from 'react'
import { webAddress } from '../../instance/web-address.ts'
import styles from './markdown.module.css'

/** Renders Markdown as elements: no raw HTML, no images, and only links to the web, which open in a new window. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <Markdown
      className={styles.text}
      options={{ disableParsingRawHTML: true, forceBlock: true, forceWrapper: true, wrapper: 'div', overrides }}
    >
      {text}
    </Markdown>
  )
}

function Link({ href, children }: { href?: string; children?: ReactNode }) {
  const address = /^https?:/i.test(href ?? '') ? webAddress(href) : null
  if (address === null) return <>{children}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Headings in a description are below those of the page. */
function Title({ children }: { children?: ReactNode }) {
  return <p className={styles.title}>{children}</p>
}

function Picture({ alt }: { alt?: string }) {
  return <>{alt}</>
}

function Box({ checked }: { checked?: boolean }) {
  return <>{checked ? '☑ ' : '☐ '}</>
}

const overrides = {
  a: Link,
  img: Picture,
  input: Box,
  h1: Title,
  h2: Title,
  h3: Title,
  h4: Title,
  h5: Title,
  h6: Title,
}
