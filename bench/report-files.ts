import type { FilesResult } from './measure/files.ts'
import { table, verdict, whole } from './report-table.ts'

/** Maximum increase in MB. */
const maxForFiles = 150

/** The table for bulk file transfers: the memory they use. */
export function filesTable({ files, bytes, before, upload, download, after }: FilesResult): string {
  const memory = (megabytes: number | null) => (megabytes === null ? 'not known' : `${whole(megabytes)} MB`)
  const more = Math.max(upload.most ?? 0, download.most ?? 0) - (before ?? 0)
  return [
    '## Files',
    '',
    `${whole(files)} files of ${whole(bytes / 2 ** 20)} MB in all, uploaded into a local file service four at a time and downloaded as`,
    'one archive: resident memory of the instance.',
    '',
    table(
      ['', 'took', 'resident', 'target'],
      [
        ['before', '', memory(before), ''],
        ['at most during the upload', `${upload.seconds.toFixed(1)} s`, memory(upload.most), ''],
        [
          'at most during the download',
          `${download.seconds.toFixed(1)} s`,
          memory(download.most),
          verdict(more <= maxForFiles, `≤ ${maxForFiles} MB more`),
        ],
        ['afterwards', '', memory(after), ''],
      ],
    ),
  ].join('\n')
}
