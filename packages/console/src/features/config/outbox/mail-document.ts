/** A mail's HTML, made fit for a frame on a page that forbids inline styles. */
export interface MailDocument {
  /** Without anything that acts; what elements looked like stands in `data-look`. */
  readonly html: string
  /** The rules of its style sheets. */
  readonly css: string
}

const acting = 'script, iframe, frame, object, embed, applet, base, meta, link, style, template, svg, math'

/** Takes out what acts or leads elsewhere by itself, and has web links open in a window of their own. */
export function mailDocument(html: string): MailDocument {
  const sheets: string[] = []
  // Before anything is parsed: a browser reports every style that the page's policy forbids, even where nothing is shown.
  const plain = html
    .replace(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi, (_, rules: string) => {
      sheets.push(rules)
      return ''
    })
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ' data-look'))
  const page = new DOMParser().parseFromString(plain, 'text/html')
  for (const element of page.querySelectorAll(acting)) element.remove()
  for (const element of page.querySelectorAll('*')) tame(element)
  return { html: page.documentElement.outerHTML, css: sheets.join('\n') }
}

function tame(element: Element): void {
  for (const name of element.getAttributeNames())
    if (/^on|^(?:style|formaction|ping|srcdoc)$/i.test(name)) element.removeAttribute(name)
  const address = element.getAttribute('href')
  if (address === null) return
  if (isWebAddress(address)) {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  } else element.removeAttribute('href')
}

/** Anything else, above all code in place of an address, is nothing to follow. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

const paper = 'body { margin: 16px; color: #1b1c20; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }'

/** Dresses the page once it is in its frame: what a page sets by code is not inline in the eyes of its policy. */
export function dress(page: Document, css: string): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-look]'))
    element.style.cssText = element.dataset.look ?? ''
  const view = page.defaultView
  if (!view || !('adoptedStyleSheets' in page)) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(`${paper}\n${css}`)
  page.adoptedStyleSheets = [sheet]
}
