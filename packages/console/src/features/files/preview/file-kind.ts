import type { FileEntry } from '../../../instance/folder-listing.ts'
import { type CodeLanguage, languageOf } from '../../../widgets/code/code-editor/code-language.ts'
import { endingOf } from '../shown-entries.ts'

export type PreviewKind = 'text' | 'image' | 'pdf' | 'audio' | 'video' | 'unknown'

/** Media types for the browser, by the extensions that can be shown. */
const media: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
}

const texts = new Set(
  [
    'txt md markdown log csv tsv json jsonl geojson yaml yml xml html htm css scss less js mjs cjs jsx ts mts cts tsx vue',
    'py php rb pl lua sh bash zsh bat ps1 sql ini cfg conf toml env properties java kt go rs c h cpp hpp cs swift r',
    'graphql gitignore htaccess editorconfig dockerfile makefile lock srt vtt tex rst adoc',
  ].flatMap((line) => line.split(' ')),
)

/** Returns how a file can be shown. Its extension decides, as servers derive types from it; without one, its type does. */
export function previewKind({ name, contentType }: Pick<FileEntry, 'name' | 'contentType'>): PreviewKind {
  const ending = endingOf(name) || name.replace(/^\./, '').toLowerCase()
  if (texts.has(ending)) return 'text'
  const type = media[ending] ?? (contentType?.startsWith('text/') ? 'text' : '')
  if (type === 'text') return 'text'
  if (type === 'application/pdf') return 'pdf'
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'unknown'
}

/** Returns the media type under which a file is passed to the browser; never one that can run scripts. */
export function mediaTypeOf(name: string): string {
  return media[endingOf(name)] ?? 'application/octet-stream'
}

export function languageOfFile(name: string): CodeLanguage {
  const ending = endingOf(name)
  const aliases: Readonly<Record<string, CodeLanguage>> = {
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
    ts: 'javascript',
    tsx: 'javascript',
    geojson: 'json',
  }
  return aliases[ending] ?? languageOf(ending)
}
