/** A mail's HTML, made fit for a frame on a page that forbids inline styles. */
export interface MailDocument {
  /** Without anything that acts; what elements looked like stands in `data-look`. */
  readonly html: string
  /** The rules of its style sheets. */
  readonly css: string
}

const acting =
  'script, iframe, frame, object, embed, applet, base, meta, link, style, template, svg, math, video, audio, source, track'

/** Attributes that run something, send something, or fetch something from elsewhere. */
const actingAttribute = /^(?:on.*|style|action|formaction|ping|srcdoc|srcset|background|autofocus|longdesc)$/i

/** No part of it can match a tag that begins within: texts of any length are read in one go. */
const startTag = /<[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi
/** What a browser would complain of when it only reads them, as the page's policy forbids them. */
const forbidden = /([\s/"'])(style|on[a-z]+)(?=\s*=)/gi

/** Takes out what acts or leads elsewhere by itself, pictures of others too, and has web links open in a window of their own. */
export function mailDocument(html: string): MailDocument {
  // Before anything is parsed: a browser reports all that the page's policy forbids, even where nothing is shown.
  const { sheets, rest } = withoutSheets(html)
  const plain = rest
    .replace(/<base\b[^<>]*>/gi, '')
    .replace(startTag, (tag) =>
      tag.replace(forbidden, (_, before: string, name: string) =>
        /^style$/i.test(name) ? `${before}data-look` : `${before}data-left-out`,
      ),
    )
  const page = new DOMParser().parseFromString(plain, 'text/html')
  for (const element of page.querySelectorAll(acting)) element.remove()
  for (const element of page.querySelectorAll('*')) tame(element)
  return { html: page.documentElement.outerHTML, css: sheets.map(withoutAddresses).join('\n') }
}

/** Takes the style sheets out of a text of HTML, up to one that has no end. */
function withoutSheets(html: string): { readonly sheets: readonly string[]; readonly rest: string } {
  const sheets: string[] = []
  const rest: string[] = []
  const begin = /<style\b[^<>]*>/gi
  const end = /<\/style\b[^<>]*>/gi
  let from = 0
  for (let found = begin.exec(html); found !== null; found = begin.exec(html)) {
    end.lastIndex = begin.lastIndex
    const close = end.exec(html)
    if (close === null) break
    rest.push(html.slice(from, found.index))
    sheets.push(html.slice(begin.lastIndex, close.index))
    from = begin.lastIndex = end.lastIndex
  }
  return { sheets, rest: [...rest, html.slice(from)].join('') }
}

function tame(element: Element): void {
  for (const name of element.getAttributeNames()) if (actingAttribute.test(name)) element.removeAttribute(name)
  const look = element.getAttribute('data-look')
  if (look !== null) element.setAttribute('data-look', withoutAddresses(look))
  if (!/^data:image\//i.test(element.getAttribute('src') ?? '')) element.removeAttribute('src')
  const address = element.getAttribute('href')
  if (address === null) return
  if (isWebAddress(address)) {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  } else element.removeAttribute('href')
}

/** Rules that ask nobody for anything: what does that becomes nothing that a browser knows. */
function withoutAddresses(css: string): string {
  return css.replace(/@import\b[^;]*;?/gi, '').replace(/\b(?:url|image-set|image|src)\(/gi, 'left-out(')
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
